import { createTextCleaner } from './clean-text.ts';
import { cutText } from './cut-text.ts';
import { DetectingDecoder, type FindDeclared } from './detecting-decoder.ts';

/**
 * Decodes a file of text in whatever encoding it is, cleans it (see `clean-text.ts`) and cuts it into pieces of 64 Ki
 * characters, whatever the cuts of its bytes were. Memory is bounded by a few pieces. `noteEncoding` is called at the end.
 */
export function decodeText(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  findDeclared: FindDeclared,
  noteEncoding?: (encoding: string) => void,
): AsyncIterable<string> {
  return cutText(decodeBytes(bytes, findDeclared, noteEncoding));
}

async function* decodeBytes(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  findDeclared: FindDeclared,
  noteEncoding?: (encoding: string) => void,
): AsyncGenerator<string> {
  const decoder = new DetectingDecoder(findDeclared);
  const cleaner = createTextCleaner(() => decoder.encoding);
  for await (const chunk of bytes) yield cleaner.clean(decoder.write(chunk));
  yield cleaner.clean(decoder.end());
  noteEncoding?.(decoder.encoding);
}
