import { startConfluenceFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal, textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openConfluence } from './index.ts';

const openOn = connectorsOnFakes(openConfluence, (url) => ({ api: url }));

async function open() {
  const confluence = await startConfluenceFake({ pageSize: 4 });
  const connector = openOn(confluence, () => confluence.token);
  const versionOf = async (id: string) =>
    (await listAll(connector)).items.find(({ externalId }) => externalId === id)?.versionKey;
  return { confluence, connector, versionOf };
}

test('the first sync asks for the newest comments alone', async () => {
  const { confluence, connector } = await open();
  const id = confluence.put('/Plan', '');
  for (let number = 0; number < 9; number += 1) confluence.comment(id, '');
  await listAll(connector);
  expect(confluence.requests.filter(({ path }) => path.endsWith('-comments'))).toHaveLength(2);
});

test.each([
  ['below the page', '01', '02'],
  ['on its words', '02', '01'],
])('the latest comment makes the version of a page, also one %s', async (_where, onWords, below) => {
  const { confluence, connector, versionOf } = await open();
  const id = confluence.put('/Plan', '');
  await listAll(connector);
  const at = (hour: string) => `2026-01-01T${hour}:00:00.000Z`;
  confluence.comment(id, '', { changedAt: at(onWords), isInline: true });
  confluence.comment(id, '', { changedAt: at(below) });
  expect(await versionOf(id)).toBe(`1 with comments of ${at('02')}`);
});

test('a comment that is listed late is found behind a page of newer ones', async () => {
  const { confluence, connector, versionOf } = await open();
  const [busy, late] = [confluence.put('/Busy', ''), confluence.put('/Late', '')];
  const at = (page: string, time: string) =>
    void confluence.comment(page, '', { changedAt: `2026-01-01T${time}:00.000Z` });
  at(busy, '01:00');
  await listAll(connector);
  for (let number = 0; number < 4; number += 1) at(busy, '01:05');
  at(late, '00:55');
  expect(await versionOf(late)).toBe('1 with comments of 2026-01-01T00:55:00.000Z');
});

test('a comment without a text is left out, and its replies are asked for by its id, whatever that is', async () => {
  const { confluence, connector } = await open();
  const externalId = confluence.put('/Plan', 'text');
  const said = { storage: { value: 'Said' } };
  const answers = new Map<string, object[]>([
    [
      'footer-comments',
      [{ id: '1', body: said }, { id: '2' }, { id: '3', body: {} }, { id: 4, body: { storage: null } }],
    ],
    ['footer-comments/4/children', [{ id: 'a/b', body: said }]],
  ]);
  confluence.fault = ({ path }) => {
    const [list, results] =
      [...answers].find(([part]) => path.endsWith(`/${part}`)) ??
      (path.endsWith('/children') ? ['children', []] : []);
    return list ? { kind: 'status', status: 200, body: { results } } : undefined;
  };
  const { body } = await connector.fetch({ externalId, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe('# Plan\n\ntext\n\n## Comments\n\nSaid\n\n---\n\nSaid\n');
  const asked = confluence.requests.map(({ path }) => path.replace(/.*(?=footer-comments)/, ''));
  expect(asked).toContain('footer-comments/a%2Fb/children');
});

test('a comment on neither a page nor a blog post changes no version', async () => {
  const { confluence, connector, versionOf } = await open();
  const id = confluence.put('/Plan', '');
  await listAll(connector);
  const results = [{ version: { createdAt: new Date().toISOString() } }];
  confluence.fault = ({ path }) =>
    path.endsWith('-comments') ? { kind: 'status', status: 200, body: { results } } : undefined;
  expect(await versionOf(id)).toBe('1');
});
