import type { Feeds } from './provider.ts';

/** Tests whether a key of a listing's feeds is the id of a drive. Keys of other state begin with a tilde, which sorts behind all ids. */
export const isDrive = (key: string): boolean => !key.startsWith('~');

/** Key of a folder that was reached by a shortcut, so that its content counts as covered. */
export const jumpKey = (folder: string): string => `~jump ${folder}`;

/** Position of an item relative to what a listing covered; `unknown` where the vendor does not show it. */
export type Place = 'inside' | 'outside' | 'unknown';

interface Tree {
  /** Tests whether a listing covered the folder itself. */
  isCovered(folder: string): Promise<boolean>;
  /** The folders above one: none above a root; undefined where the vendor does not show them. */
  parentsOf(folder: string): Promise<readonly string[] | undefined>;
}

/** No vendor nests deeper. */
const maxDepth = 400;
const maxRemembered = 10_000;

/** Goes up from folders until one shows where they lie, and remembers it for a listing, by its feeds: missing items share their folders. */
export function createFolderPlaces() {
  const remembered = new WeakMap<Feeds, Map<string, Place>>();

  async function look(folder: string, tree: Tree, above: (parent: string) => Promise<Place>): Promise<Place> {
    if (await tree.isCovered(folder)) return 'inside';
    const parents = await tree.parentsOf(folder);
    if (!parents) return 'unknown';
    const places: Place[] = [];
    for (const parent of parents) places.push(await above(parent));
    return (['inside', 'unknown'] as const).find((place) => places.includes(place)) ?? 'outside';
  }

  async function find(folder: string, tree: Tree, known: Map<string, Place>, depth = 0): Promise<Place> {
    const before = known.get(folder);
    if (before || depth > maxDepth) return before ?? 'unknown';
    const place = await look(folder, tree, (parent) => find(parent, tree, known, depth + 1));
    known.set(folder, place);
    return place;
  }

  return async (feeds: Feeds, folder: string, tree: Tree): Promise<Place> => {
    const known = remembered.get(feeds) ?? new Map<string, Place>();
    remembered.set(feeds, known);
    if (known.size > maxRemembered) known.clear();
    return find(folder, tree, known);
  };
}
