import {
  type DriveFake,
  startConfluenceFake,
  startGoogleDriveFake,
  startGraphFake,
  type VendorFault,
} from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { box, connectionId, putMany } from '../test/box-connection.fixture.ts';
import { ask, authorize, connect, context, list, sync } from '../test/connector-sync.fixture.ts';

const rested = { code: 'SERVICE_UNAVAILABLE' };

test('a vendor that is out for a time that it names is left alone as long', async () => {
  putMany(3);
  const run = await ask(connectionId);
  box.fault = () => ({ kind: 'status', status: 503, headers: { 'retry-after': '60' } });
  await expect(list(run)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  box.fault = undefined;
  const before = box.requests.length;
  await expect(list(run)).rejects.toMatchObject(rested);
  expect(box.requests).toHaveLength(before);
});

test.each([
  ['a vendor that is out and does not say how long', { status: 503 }],
  ['an item that is locked for a time', { status: 423, headers: { 'retry-after': '60' } }],
])('%s lets nothing else wait', async (_name, fault) => {
  putMany(3);
  const run = await ask(connectionId);
  box.fault = ({ path }) => (path.includes('/folders/') ? { kind: 'status', ...fault } : undefined);
  await expect(list(run)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  box.fault = undefined;
  await expect(list(run)).resolves.toBeUndefined();
});

test('connections of one application at one site share the pace that their vendor counts', async () => {
  const confluence = await startConfluenceFake();
  confluence.put('/Page', '');
  const [first, second] = [await connect('CONFLUENCE', confluence), await connect('CONFLUENCE', confluence)];
  // The site is known from the first listing on.
  for (const id of [first, second]) await sync(id);
  confluence.fault = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '60' } });
  const again = await ask(first);
  await expect(list(again)).rejects.toMatchObject({ code: 'PROVIDER_RATE_LIMITED' });
  confluence.fault = undefined;
  await expect(list(await ask(second))).rejects.toMatchObject(rested);
  await context.database.connection.update({ where: { id: second }, data: { clientId: 'another' } });
  await expect(list(await ask(second))).resolves.toBeUndefined();
  await confluence.close();
});

/** The token of an account in an organization, as Microsoft issues it. */
const tokenOf = (tid: string) =>
  ['{}', JSON.stringify({ tid }), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');

let applications = 0;
/** A project and an application of its own for each test: what rests, rests for all of a file. */
const ownApplication = () => {
  applications += 1;
  return `${123_456 + applications}-abc.apps.googleusercontent.com`;
};
const throttled = { kind: 'status', status: 429, headers: { 'retry-after': '60' } } as const;

/** Two connections of an application, whose vendor then refuses the first one. */
async function openTwo(
  connector: string,
  fake: DriveFake,
  { fault, code }: { fault: VendorFault; code: string },
) {
  fake.put('/page.txt', '');
  const [first, second] = [await connect(connector, fake), await connect(connector, fake)];
  await context.database.connection.updateMany({
    where: { id: { in: [first, second] } },
    data: { clientId: ownApplication() },
  });
  fake.fault = () => fault;
  await expect(list(await ask(first))).rejects.toMatchObject({ code });
  fake.fault = undefined;
  return second;
}

test.each([
  ['Google refuses', 'GOOGLE_DRIVE', throttled, 'PROVIDER_RATE_LIMITED'],
  ['Microsoft refuses', 'ONEDRIVE', throttled, 'PROVIDER_RATE_LIMITED'],
  ['Microsoft is out for a time', 'SHAREPOINT', { ...throttled, status: 503 }, 'PROVIDER_UNAVAILABLE'],
] as const)('what an application asks rests together when %s', async (_name, connector, fault, code) => {
  const isGoogle = connector === 'GOOGLE_DRIVE';
  const fake = isGoogle
    ? await startGoogleDriveFake()
    : await startGraphFake(connector === 'SHAREPOINT' ? { site: 'example.sharepoint.com,guid,guid' } : {});
  fake.token = tokenOf('contoso');
  const second = await openTwo(connector, fake, { fault, code });
  const run = await ask(second);
  await expect(list(run)).rejects.toMatchObject(rested);
  // Of another project, or in another organization.
  fake.token = tokenOf('fabrikam');
  if (isGoogle)
    await context.database.connection.update({ where: { id: second }, data: { clientId: '987-x' } });
  else await authorize(second, fake);
  await expect(list(await ask(second))).resolves.toBeUndefined();
  await fake.close();
});

test('what Google refuses to one user lets the others of the project go on', async () => {
  const fake = await startGoogleDriveFake();
  const body = { error: { code: 403, message: 'Slow', errors: [{ reason: 'userRateLimitExceeded' }] } };
  const fault = { kind: 'status', status: 403, body } as const;
  const second = await openTwo('GOOGLE_DRIVE', fake, { fault, code: 'PROVIDER_RATE_LIMITED' });
  await expect(list(await ask(second))).resolves.toBeUndefined();
  await fake.close();
});
