const selfClosed = /<(a|b|div|em|i|li|p|script|span|strong|style|sub|sup|td|th|title)(\s[^<>]*)?\/>/gi;
const title = /<title[^<>]*>[^<]*<\/title>/gi;
const noteReference =
  /<a\s[^<>]*epub:type\s*=\s*["'][^"'<>]*noteref[^"'<>]*["'][^<>]*>(?:<sup[^<>]*>)?([^<]*)(?:<\/sup>)?<\/a>/gi;
/** Addresses in the book itself, which lead nowhere once it is Markdown. */
const innerAddress = /\shref\s*=\s*(?:"(?!https?:|mailto:)[^"<>]*"|'(?!https?:|mailto:)[^'<>]*')/gi;

/**
 * A document of a book as readers of HTML expect it: elements are not closed within their opening tag, links lead out of the book, and
 * references to notes stand in brackets. Its title is left out, for it is that of the book or none.
 */
export const toHtml = (document: string): string =>
  document
    .replace(selfClosed, '<$1$2></$1>')
    .replace(title, '')
    .replace(noteReference, (_reference, label: string) => ` [${label.replace(/[[\]]/g, '').trim()}]`)
    .replace(innerAddress, '');
