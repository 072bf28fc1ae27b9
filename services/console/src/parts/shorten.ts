/** Shortens a text of a user, which may have a megabyte and would slow the page down. */
export const shorten = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;
