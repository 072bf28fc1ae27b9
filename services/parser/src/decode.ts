import { createTextCleaner } from './clean-text.ts';
import { DetectingDecoder, type FindDeclared } from './encoding/detecting-decoder.ts';

/** Characters of a piece of text: enough to be worth the work on it, few enough to hold many. */
const PIECE_LENGTH = 64 * 1_024;

/**
 * Decodes a file of text in whatever encoding it is, cleans it (see `clean-text.ts`) and cuts it into pieces of 64 Ki
 * characters, whatever the cuts of its bytes were; no piece ends within a character. Memory is bounded by a few pieces.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  findDeclared: FindDeclared,
): AsyncGenerator<string> {
  let held = '';
  for await (const text of decodeBytes(bytes, findDeclared)) {
    held += text;
    let start = 0;
    while (held.length - start > PIECE_LENGTH) {
      const end = endOfPiece(held, start);
      yield held.slice(start, end);
      start = end;
    }
    held = held.slice(start);
  }
  if (held) yield held;
}

async function* decodeBytes(
  bytes: AsyncIterable<Uint8Array>,
  findDeclared: FindDeclared,
): AsyncGenerator<string> {
  const decoder = new DetectingDecoder(findDeclared);
  const cleaner = createTextCleaner(() => decoder.encoding);
  for await (const chunk of bytes) yield cleaner.clean(decoder.write(chunk));
  yield cleaner.clean(decoder.end());
}

function endOfPiece(text: string, start: number): number {
  const end = start + PIECE_LENGTH;
  const last = text.charCodeAt(end - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return isHighSurrogate ? end - 1 : end;
}
