/** The beginning of a text that others wrote, which may be a megabyte long: more would make the page slow, and nobody reads it there. */
export const shorten = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;
