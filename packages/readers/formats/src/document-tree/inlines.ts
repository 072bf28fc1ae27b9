import type { Inline } from './tree.ts';

/** The characters, line breaks among them. */
export function inlineText(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if ('text' in inline) return inline.text;
      return inline.kind === 'break' ? '\n' : '';
    })
    .join('');
}

/** Whether a reader would see nothing. */
export const isBlank = (content: readonly Inline[]): boolean =>
  content.every((inline) => ('text' in inline ? inline.text.trim() === '' : inline.kind === 'break'));

/** Removes bold from the text of a heading, all of which is bold anyway. */
export const withoutBold = (content: readonly Inline[]): Inline[] =>
  content.map((inline) => ('text' in inline && inline.bold ? { ...inline, bold: false } : inline));

/** Whether all that can be seen is set in a monospaced font, as only code is. */
export function isCode(content: readonly Inline[]): boolean {
  const visible = content.filter((inline) => 'text' in inline && inline.text.trim() !== '');
  return visible.length > 0 && visible.every((inline) => 'text' in inline && inline.code && !inline.href);
}
