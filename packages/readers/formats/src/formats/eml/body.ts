import { createTextCleaner } from '@docfleet/text/decoding';
import { htmlToMarkdown } from '@docfleet/text/html';

const title = /<title[^<>]*>[^<]*<\/title>/gi;

/** A mail's text as HTML has it, with its structure, or else as it is: marks of quoted lines mean the same in Markdown. */
export function writeBody({
  html,
  text = '',
}: {
  readonly html?: string | undefined;
  readonly text?: string;
}) {
  const markdown = html?.trim() ? htmlToMarkdown(html.replace(title, '')) : '';
  if (markdown.trim()) return `${markdown}\n`;
  const cleaned = createTextCleaner(() => 'utf-8').clean(text);
  return cleaned.trim() ? `${cleaned.trim()}\n\n` : '';
}
