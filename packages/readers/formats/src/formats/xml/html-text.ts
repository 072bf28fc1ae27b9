import { createHtmlReader } from '@docfleet/text/html';

const markup = /<(?:a|b|br|div|em|h[1-6]|img|i|li|ol|p|span|strong|table|ul)[\s/>]/i;
const block = /^(?:br|div|h[1-6]|li|p|table|tr|ul|ol|blockquote)$/;
const unread = new Set(['script', 'style']);

export const looksLikeMarkup = (text: string): boolean => markup.test(text);

/** The text of HTML that stands in an element of XML; blocks begin new lines. */
export function textOfHtml(html: string): string {
  let text = '';
  let skipped = 0;
  const reader = createHtmlReader({
    open(name) {
      if (unread.has(name)) skipped++;
      if (block.test(name)) text += '\n';
    },
    close(name) {
      if (unread.has(name)) skipped--;
      if (block.test(name)) text += '\n';
    },
    text(piece) {
      if (skipped === 0) text += piece.replace(/\s+/g, ' ');
    },
  });
  reader.write(html);
  reader.end();
  return text.replace(/[ \t]*\n\s*/g, '\n').trim();
}
