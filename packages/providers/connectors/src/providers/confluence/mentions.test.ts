import { startConfluenceFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { openConfluence } from './index.ts';

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openConfluence, (url) => ({ api: url }));

async function open() {
  const confluence = await startConfluenceFake();
  const site = { id: confluence.sites[0]?.id ?? null, choose: async () => undefined };
  return { confluence, connector: openOn(confluence, () => confluence.token, { site }) };
}

test('people whom a page mentions are named with one request, however often they are mentioned', async () => {
  const { confluence, connector } = await open();
  const mention = (account: string) => `<ac:link><ri:user ri:account-id="${account}" /></ac:link>`;
  confluence.people.set('5b1', 'Ada Lovelace').set('5b2', 'Alan Turing');
  const id = confluence.putBlogPost(
    'Team',
    `<p>${mention('5b1')}, ${mention('5b2')} and ${mention('gone')}</p>`,
  );
  const plain = confluence.putBlogPost('None', '<p>No one</p>');
  const read = async (externalId: string) =>
    textOf((await connector.fetch({ externalId: `blog:${externalId}`, versionKey: '1' }, signal)).body);
  for (const _ of [1, 2]) expect(await read(id)).toContain('@Ada Lovelace, @Alan Turing and @user');
  await read(plain);
  expect(confluence.requests.filter(({ path }) => path.endsWith('/users-bulk'))).toHaveLength(1);
});

test('a connection that may not read people gets its pages without their names, and asks once', async () => {
  const { confluence, connector } = await open();
  confluence.lacks.add('people');
  for (const account of ['5b1', '5b2']) {
    const id = confluence.putBlogPost(
      'Team',
      `<p><ac:link><ri:user ri:account-id="${account}" /></ac:link></p>`,
    );
    const { body } = await connector.fetch({ externalId: `blog:${id}`, versionKey: '1' }, signal);
    expect(await textOf(body)).toContain('@user');
  }
  const asked = confluence.requests.filter(({ path }) => path.endsWith('/users-bulk'));
  // A token that is refused is renewed once.
  expect(asked.length).toBeLessThanOrEqual(2);
});
