import { startNotionFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal, textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { openNotion } from './index.ts';

const openOn = connectorsOnFakes(openNotion, (url) => ({ api: url }));
async function open() {
  const notion = await startNotionFake();
  return { notion, connector: openOn(notion, () => notion.token) };
}

test('a page longer than one answer is put together', async () => {
  const { notion, connector } = await open();
  notion.maxMarkdownLength = 5;
  const id = notion.put('/Long', 'abcdefghijkl');
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe('# Long\n\nabcde\n\nfghij\n\nkl\n');
});

test('what was left out of a page stands where it belongs, and once', async () => {
  const { notion, connector } = await open();
  const id = notion.put('/Long', '');
  const parts: Readonly<Record<string, readonly string[]>> = {
    [id]: ['one', 'two', 'one', id],
    one: ['one-a', 'one-b', 'two'],
    'one-a': [],
    'one-b': ['one'],
    two: [],
  };
  notion.fault = ({ path }) => {
    const [part = '', member] = path.split('/').slice(3);
    const body = { markdown: `Part ${part === id ? 'zero' : part}`, unknown_block_ids: parts[part] };
    return member === 'markdown' ? { kind: 'status', status: 200, body } : undefined;
  };
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect((await textOf(body)).match(/(?<=Part ).*/g)).toEqual(['zero', 'one', 'one-a', 'one-b', 'two']);
});

test('a part that is not shared is left out of its page; one that fails, fails the page', async () => {
  const { notion, connector } = await open();
  notion.maxMarkdownLength = 5;
  const id = notion.put('/Long', 'abcdefghij');
  for (const [status, code] of [
    [404, undefined],
    [500, 'PROVIDER_UNAVAILABLE'],
    [403, 'ITEM_FORBIDDEN'],
  ] as const) {
    notion.fault = ({ path }) =>
      path.endsWith('/markdown') && !path.includes(id) ? { kind: 'status', status } : undefined;
    const content = connector
      .fetch({ externalId: id, versionKey: '1' }, signal)
      .then(({ body }) => textOf(body));
    if (code) await expect(content).rejects.toMatchObject({ code });
    else expect(await content).toBe('# Long\n\nabcde\n');
  }
  notion.fault = ({ path }) => (path.endsWith('/markdown') ? { kind: 'status', status: 404 } : undefined);
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  await expect(textOf(body)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
});

test.each([
  [200, undefined],
  [201, 'ITEM_UNSUPPORTED'],
])('a page of %i parts is read whole, or refused and not cut: %s', async (parts, code) => {
  const { notion, connector } = await open();
  notion.maxMarkdownLength = 1;
  const id = notion.put('/Long', 'x'.repeat(parts));
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  const content = textOf(body);
  if (code) await expect(content).rejects.toMatchObject({ code });
  else expect((await content).match(/x/g)).toHaveLength(parts);
});
