import { AppError } from '@docfleet/errors';

/** In UTF-8. It leaves room within S3's 1,024 bytes for the namespace's prefix. */
const maxKeyBytes = 900;

/** Bytes of a name: file systems, and servers of S3 that lie on them, end at 255. This leaves room for a mark on both sides. */
const maxNameBytes = 200;

/** Escaping of the characters that a store cannot hold in keys. */
export interface KeyAlphabet {
  /** Characters that are written in another way; matches `%`. */
  readonly unsafe: RegExp;
  /** Joins the names over which a long segment is spread, and comes from no key: a `/` with a mark on both sides, so that no name is ever "..". */
  readonly continued: string;
}

const percentEncode = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

const encodeCharacters = (text: string, { unsafe }: KeyAlphabet) => text.replace(unsafe, percentEncode);

/** Spreads a segment over names that are short enough. The same beginning is cut in the same places. */
function cut(segment: string, { continued }: KeyAlphabet): string {
  if (Buffer.byteLength(segment) <= maxNameBytes) return segment;
  const names = [''];
  let bytes = 0;
  for (const character of segment) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxNameBytes) {
      names.push('');
      bytes = Buffer.byteLength(character);
    }
    names[names.length - 1] += character;
  }
  return names.join(continued);
}

// A lone "%" cannot come from any character, so it can stand for the empty segment.
const emptySegment = '%';

function encodeSegment(segment: string, alphabet: KeyAlphabet): string {
  if (segment === '') return emptySegment;
  // "." and ".." would climb; they are the only names made of characters that are all safe.
  if (segment === '.' || segment === '..') return percentEncode(segment);
  return cut(encodeCharacters(segment, alphabet), alphabet);
}

/**
 * A key as a path that any store can hold: no empty, `.`, `..` or long segments, no unsafe characters. Different keys have different
 * paths, and `decodeKey` turns them back. Throws INVALID_REQUEST for keys over 900 bytes and for lone surrogates.
 */
export function encodeKey(key: string, alphabet: KeyAlphabet): string {
  if (!key.isWellFormed() || Buffer.byteLength(key) > maxKeyBytes)
    throw new AppError(
      'INVALID_REQUEST',
      `The key of a stored file must be well-formed text of at most ${maxKeyBytes} bytes`,
    );
  return key
    .split('/')
    .map((segment) => encodeSegment(segment, alphabet))
    .join('/');
}

/** The longest path with which the path of every key beginning with `prefix` begins. */
export function encodePrefix(prefix: string, alphabet: KeyAlphabet): string {
  const segments = prefix.split('/');
  const last = segments.pop() ?? '';
  const folders = segments.map((segment) => `${encodeSegment(segment, alphabet)}/`).join('');
  // "a/." is the beginning of "a/.b" and of "a/.", which are written differently.
  return folders + (last === '.' || last === '..' ? '' : cut(encodeCharacters(last, alphabet), alphabet));
}

export function decodeKey(path: string, { continued }: KeyAlphabet): string {
  return path
    .replaceAll(continued, '')
    .split('/')
    .map((segment) => (segment === emptySegment ? '' : decodeURIComponent(segment)))
    .join('/');
}
