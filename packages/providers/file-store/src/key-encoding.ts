import { AppError } from '@docfleet/errors';

/** In UTF-8. It leaves room within S3's 1,024 bytes for the namespace's prefix. */
const maxKeyBytes = 900;

/** How a store writes the characters of a key that it cannot hold as they are; its pattern must match `%`. */
export interface KeyAlphabet {
  readonly unsafe: RegExp;
}

const percentEncode = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

const encodeCharacters = (text: string, { unsafe }: KeyAlphabet) => text.replace(unsafe, percentEncode);

// A lone "%" cannot come from any character, so it can stand for the empty segment.
const emptySegment = '%';

function encodeSegment(segment: string, alphabet: KeyAlphabet): string {
  if (segment === '') return emptySegment;
  // "." and ".." would climb; they are the only names made of characters that are all safe.
  if (segment === '.' || segment === '..') return percentEncode(segment);
  return encodeCharacters(segment, alphabet);
}

/**
 * A key as a path that any store can hold: no empty, `.` or `..` segments, no unsafe characters. Different keys have different
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
  return folders + (last === '.' || last === '..' ? '' : encodeCharacters(last, alphabet));
}

export function decodeKey(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment === emptySegment ? '' : decodeURIComponent(segment)))
    .join('/');
}
