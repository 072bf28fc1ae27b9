import { expect, test } from '@jest/globals';
import { createFolderPlaces } from './folder-places.ts';
import type { Feeds } from './provider.ts';

/** A tree by the parents of its folders; those without an entry are not shown. */
function treeOf(parents: Record<string, string[]>, covered: string[] = []) {
  const asked: string[] = [];
  return {
    asked,
    isCovered: async (folder: string) => covered.includes(folder),
    async parentsOf(folder: string) {
      asked.push(folder);
      return parents[folder];
    },
  };
}
const feeds = () => ({}) as Feeds;

test.each([
  ['the folder itself is covered', { a: ['root'] }, ['a'], 'inside'],
  ['a folder above it is', { a: ['b'], b: ['root'], root: [] }, ['b'], 'inside'],
  ['one of two folders above it is', { a: ['b', 'c'], b: [], c: [] }, ['c'], 'inside'],
  ['none is', { a: ['b'], b: [] }, ['c'], 'outside'],
  ['one above it is not shown', { a: ['b'] }, [], 'unknown'],
  ['one of two above it is not shown', { a: ['b', 'c'], b: [] }, [], 'unknown'],
  ['one is not shown and the other is covered', { a: ['b', 'c'] }, ['c'], 'inside'],
])('where %s, what lies in it is that', async (_name, parents, covered, place) => {
  expect(await createFolderPlaces()(feeds(), 'a', treeOf(parents, covered))).toBe(place);
});

test('a folder that was looked at is not asked for again in the same listing, and is in another', async () => {
  const readPlace = createFolderPlaces();
  const tree = treeOf({ a: ['c'], b: ['c'], c: [] });
  const [one, other] = [feeds(), feeds()];
  for (const folder of ['a', 'b', 'a']) expect(await readPlace(one, folder, tree)).toBe('outside');
  expect(tree.asked).toEqual(['a', 'c', 'b']);
  await readPlace(other, 'a', tree);
  expect(tree.asked).toEqual(['a', 'c', 'b', 'a', 'c']);
});

test('folders that lie in each other are at no known place', async () => {
  expect(await createFolderPlaces()(feeds(), 'a', treeOf({ a: ['b'], b: ['a'] }))).toBe('unknown');
});

test('folders are followed up to 400 levels', async () => {
  const chain = (levels: number) =>
    treeOf(
      Object.fromEntries(Array.from({ length: levels }, (_, level) => [`f${level}`, [`f${level + 1}`]])),
      [`f${levels}`],
    );
  expect(await createFolderPlaces()(feeds(), 'f0', chain(400))).toBe('inside');
  expect(await createFolderPlaces()(feeds(), 'f0', chain(401))).toBe('unknown');
});

test('no more than 10,000 folders are remembered', async () => {
  const readPlace = createFolderPlaces();
  const tree = { isCovered: async () => true, parentsOf: async () => [] };
  const here = feeds();
  let asked = 0;
  const counted = {
    ...tree,
    async isCovered() {
      asked += 1;
      return true;
    },
  };
  for (let folder = 0; folder <= 10_000; folder += 1) await readPlace(here, `f${folder}`, tree);
  await readPlace(here, 'f0', counted);
  expect(asked).toBe(1);
  await readPlace(here, 'f0', counted);
  expect(asked).toBe(1);
});
