/** Characters of a piece of text: enough to be worth the work on it, few enough to hold many. */
const pieceLength = 64 * 1_024;

/** Regroups a text into pieces of 64 Ki characters, the last one shorter; no piece ends within a surrogate pair. */
export async function* cutText(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    held += text;
    let start = 0;
    while (held.length - start > pieceLength) {
      const end = endOfPiece(held, start);
      yield held.slice(start, end);
      start = end;
    }
    held = held.slice(start);
  }
  if (held) yield held;
}

function endOfPiece(text: string, start: number): number {
  const end = start + pieceLength;
  const last = text.charCodeAt(end - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return isHighSurrogate ? end - 1 : end;
}
