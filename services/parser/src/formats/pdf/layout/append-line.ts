import type { Inline } from '../../../document-tree/tree.ts';
import { spaceBetween } from './inlines.ts';

/** Joins a line to what is before it: a word that was cut at its end is one again. */
export function appendLine(content: Inline[], next: readonly Inline[]): void {
  const last = content.at(-1);
  const [first] = next;
  const areTexts = last && first && 'text' in last && 'text' in first;
  if (!areTexts) content.push({ text: ' ' });
  else if (/\p{L}[-\u00ad\u2010]$/u.test(last.text.trimEnd()) && /^\p{Ll}/u.test(first.text))
    content[content.length - 1] = { ...last, text: last.text.trimEnd().slice(0, -1) };
  else if (!/[\u3000-\u9fff\uf900-\ufaff]$/.test(last.text) || !/^[\u3000-\u9fff]/.test(first.text))
    content.push(spaceBetween(last, first));
  content.push(...next);
}
