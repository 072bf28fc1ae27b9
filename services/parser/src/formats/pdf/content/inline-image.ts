import { isWhiteSpace } from '../objects/characters.ts';
import type { Lexer } from '../objects/lexer.ts';
import { END } from '../objects/lexer.ts';
import { Keyword } from '../objects/types.ts';

const E = 0x45;
const I = 0x49;

/** Whether `EI` stands at a place as a word of its own, with something that may follow a picture behind it. */
function isEnd(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== E || bytes[at + 1] !== I || !isWhiteSpace(bytes[at - 1] ?? 0)) return false;
  const after = bytes[at + 2];
  if (after !== undefined && !isWhiteSpace(after)) return false;
  // The bytes of a picture may look like it too; operators are printable.
  return bytes
    .subarray(at + 2, at + 12)
    .every((byte) => byte === 0x0a || byte === 0x0d || byte === 0x09 || (byte >= 0x20 && byte < 0x7f));
}

/** Leaves the lexer behind a picture that lies in the content itself (`BI … ID … EI`). */
export function skipInlineImage(lexer: Lexer): void {
  for (let token = lexer.next(); token !== END; token = lexer.next())
    if (token instanceof Keyword && token.value === 'ID') break;
  const { bytes } = lexer;
  let at = lexer.position + 1;
  while (at < bytes.length && !isEnd(bytes, at)) at++;
  lexer.position = Math.min(at + 2, bytes.length);
}
