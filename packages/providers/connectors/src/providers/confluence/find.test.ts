import { type DriveFake, startConfluenceFake, startDataCenterFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { rejection, signal } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import type { Connector, ConnectorContext } from '../../provider.ts';
import { openConfluence } from './index.ts';

const places: readonly [
  string,
  (pageSize: number) => Promise<DriveFake>,
  (fake: DriveFake) => Partial<ConnectorContext>,
][] = [
  ['cloud', (pageSize) => startConfluenceFake({ pageSize }), () => ({})],
  [
    'Data Center',
    (pageSize) => startDataCenterFake({ pageSize }),
    ({ url }) => ({ settings: { method: 'DATA_CENTER', baseUrl: `${url}/confluence` } }),
  ],
];
const openOn = connectorsOnFakes(openConfluence, (url) => ({ api: url }));
const choicesOf = ({ choices }: Connector) => Array.fromAsync(choices?.(signal) ?? []);

test.each(places)('the spaces of a site in %s can be chosen, but for archived ones', async (_, start, as) => {
  const fake = await start(1);
  const connector = openOn(fake, () => fake.token, as(fake));
  expect(await choicesOf(connector)).toEqual([
    { externalId: 'space:ENG', name: 'Space ENG (ENG)', url: null },
    { externalId: 'space:HR', name: 'Space HR (HR)', url: null },
  ]);
});

test.each(places)('a list of spaces in %s that repeats itself comes to an end', async (_, start, as) => {
  const fake = await start(1);
  fake.repeatPages = true;
  const connector = openOn(fake, () => fake.token, as(fake));
  expect(await rejection(choicesOf(connector))).toMatchObject({ code: 'LISTING_ENDLESS' });
});
