import { expect, test } from '@jest/globals';
import type { ConfluenceApi } from './api.ts';
import { createNaming } from './people.ts';

const mention = (key: string | number) => `<ri:user ri:userkey="${key}" />`;
const named = (key: string | number, name: string) => `<ri:user ri:userkey="${key}" ri:username="${name}" />`;

/** A site that knows these people, and whom it was asked for. */
function openSite(person: (key: string) => string | undefined) {
  const asked: string[] = [];
  const api = {
    maxPeople: 25,
    async people(keys: readonly string[]) {
      asked.push(...keys);
      return new Map(keys.flatMap((key) => [[key, person(key) ?? '']] as const));
    },
  } as unknown as ConfluenceApi;
  return { api, asked };
}

test('a name is written as an attribute, whatever signs it has', async () => {
  const { api } = openSite(() => `"A" & 'B' <i>C & D</i>`);
  const written = named(1, `&quot;A&quot; &amp; 'B' &lt;i&gt;C &amp; D&lt;/i&gt;`);
  expect(await createNaming()(api, `${mention(1)} and ${mention(1)}`)).toBe(`${written} and ${written}`);
});

test('25 people of a page are asked for, each once, and one without a name stays as they were', async () => {
  const { api, asked } = openSite((key) => (key === '0' ? undefined : `N${key}`));
  const keys = Array.from({ length: 26 }, (_, key) => key);
  const storage = keys.map((key) => mention(key) + mention(key)).join('');
  const names = keys.map((key) => (key === 0 || key === 25 ? mention(key) : named(key, `N${key}`)));
  const withNames = createNaming();
  expect(await withNames(api, storage)).toBe(names.map((one) => one + one).join(''));
  expect(asked).toEqual(keys.slice(0, 25).map(String));
  // The next page asks for those that are left.
  await withNames(api, storage);
  expect(asked).toEqual(keys.map(String));
});

test('a thousand people are remembered', async () => {
  const { api, asked } = openSite(() => 'Ada');
  const withNames = createNaming();
  const askFor = async (first: number, end: number) => {
    for (let key = first; key < end; key += 1) await withNames(api, mention(key));
    return asked.splice(0).length;
  };
  expect([await askFor(0, 1_000), await askFor(0, 1_000)]).toEqual([1_000, 0]);
  expect([await askFor(1_000, 1_001), await askFor(0, 1)]).toEqual([1, 1]);
});

test('a site that names no one leaves its people as they are', async () => {
  expect(await createNaming()({} as ConfluenceApi, mention(1))).toBe(mention(1));
});
