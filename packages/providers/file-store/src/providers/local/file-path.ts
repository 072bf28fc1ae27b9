import { decodeKey, encodeKey, encodePrefix, type KeyAlphabet } from '../../key-encoding.ts';

/** Lower case alone, because some file systems do not distinguish cases. */
const alphabet: KeyAlphabet = { unsafe: /[^a-z0-9._-]+/gu };

/** File systems end at 255 bytes a name; this leaves room for a mark. */
const maxNameLength = 200;
/** Joins the names over which a long segment is spread. On both sides, so that no name is ever "..". */
const continued = '~/~';
/** Ends a file's name, so that "a" and "a/b" can both be keys. */
const file = '@';

const cut = (segment: string) =>
  Array.from({ length: Math.ceil(segment.length / maxNameLength) }, (_, index) =>
    segment.slice(index * maxNameLength, (index + 1) * maxNameLength),
  ).join(continued);

/** Returns the path of a key's file below the namespace's folder. */
export const filePath = (key: string): string =>
  encodeKey(key, alphabet).split('/').map(cut).join('/') + file;

/** The deepest folder that holds every file whose key begins with `prefix`. */
export function folderOf(prefix: string): string {
  const path = encodePrefix(prefix, alphabet);
  const folders = path.split('/').slice(0, -1);
  return folders.map(cut).join('/');
}

export const isFile = (path: string): boolean => path.endsWith(file);

/** The key of a file, from its path below the namespace's folder. */
export const keyOf = (path: string): string =>
  decodeKey(path.slice(0, -file.length).replaceAll(continued, ''));
