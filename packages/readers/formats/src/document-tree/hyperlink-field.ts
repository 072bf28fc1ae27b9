/** The address in `HYPERLINK "https://…"`; a place in the same document is none. */
export function addressIn(instruction: string): string | undefined {
  const match = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s\\]\S*))/i.exec(instruction);
  return match?.[1] ?? match?.[2];
}
