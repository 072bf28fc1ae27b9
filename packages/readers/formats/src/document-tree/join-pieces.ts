/** Characters that are worth handing on: each piece costs as much as some hundred characters of it. */
const worthwhile = 8_192;

/** Joins pieces of text into fewer, longer ones. */
export async function* joinPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    if (held.length < worthwhile) continue;
    yield held;
    held = '';
  }
  if (held) yield held;
}
