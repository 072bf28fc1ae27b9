// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const unwanted = /[\0-\x08\x0b-\x1f\x7f\ufeff]/g;

/** The same pieces as well-formed text without control characters, whatever a format has let through; none may end within a character. */
export async function* cleanMarkdown(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield piece.replace(unwanted, '').toWellFormed();
}
