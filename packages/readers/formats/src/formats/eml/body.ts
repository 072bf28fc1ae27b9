import { createTextCleaner } from '@docfleet/text/decoding';
import { createContentReader, htmlToMarkdown } from '@docfleet/text/html';

const title = /<title[^<>]*>[^<]*<\/title>/gi;

function mainToMarkdown(html: string): string {
  const reader = createContentReader();
  reader.write(html);
  return reader.end().markdown;
}

/** A mail's text as HTML has it, with its structure, or else as it is: marks of quoted lines mean the same in Markdown. */
export function writeBody({
  html,
  text = '',
  isReduced = false,
}: {
  readonly html?: string | undefined;
  readonly text?: string;
  /** Whether it is a page, of which the content is read. */
  readonly isReduced?: boolean;
}) {
  const convert = isReduced ? mainToMarkdown : htmlToMarkdown;
  const markdown = html?.trim() ? convert(html.replace(title, '')) : '';
  if (markdown.trim()) return `${markdown}\n`;
  const cleaned = createTextCleaner(() => 'utf-8').clean(text);
  return cleaned.trim() ? `${cleaned.trim()}\n\n` : '';
}
