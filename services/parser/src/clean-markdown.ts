const unwanted = /[^\P{Cc}\t\n]|\ufeff/gu;

/** The same pieces as well-formed text without control characters, whatever a format has let through; none may end within a character. */
export async function* cleanMarkdown(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield piece.replace(unwanted, '').toWellFormed();
}
