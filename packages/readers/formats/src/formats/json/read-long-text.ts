import type { TextWindow } from './text-window.ts';

/** Characters of a text that are decoded at once. */
const maxDecodedLength = 250_000;
const characters = /(?:[^"\\]+|\\u[0-9a-f]{4}|\\[^u])*/iy;
/** Ends of a part that may go on in the next one: a word, or half of a surrogate pair. */
const unfinished = /[^\s]*$/;
const halfCharacter = /[\uD800-\uDBFF]$/;

function decode(escaped: string): string | undefined {
  try {
    return JSON.parse(`"${escaped}"`) as string;
  } catch {
    return undefined;
  }
}

/** The end of a part that is kept for the next: a whole word where there is room for it. */
function heldBack(part: string): string {
  const [word = ''] = unfinished.exec(part.slice(-1_000)) ?? [];
  return word.length < Math.min(part.length, 1_000) ? word : (halfCharacter.exec(part)?.[0] ?? '');
}

/**
 * Reads a string that is too long to be parsed at once, in parts that end between words. Returns whether it was read to its closing quote; what
 * follows is no JSON otherwise.
 */
export async function* readLongText(window: TextWindow): AsyncGenerator<string, boolean> {
  let held = '';
  window.skip(1);
  for (;;) {
    await window.fill();
    characters.lastIndex = 0;
    const [escaped = ''] =
      characters.exec(window.text.slice(window.position, window.position + maxDecodedLength)) ?? [];
    const text = decode(escaped);
    if (!text) break;
    window.skip(escaped.length);
    const part = held + text;
    held = heldBack(part);
    yield part.slice(0, part.length - held.length);
  }
  if (held !== '') yield held;
  if (window.text[window.position] !== '"') return false;
  window.skip(1);
  return true;
}
