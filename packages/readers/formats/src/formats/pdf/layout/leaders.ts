import type { Inline } from '../../../document-tree/tree.ts';

/** The dots of a table of contents between an entry and its page. */
const leader = /\s*(?:[.:·…_]\s*){4,}(?=(?:\d{1,5}|[ivxlc]{1,7})\s*$)/i;

/** Sequences of which every line with a leader has one; tested first because it is cheap and most lines have none. */
const dots = /\.\s?\.|::|…|··|__/;

const lengthOf = (inline: Inline) => ('text' in inline ? inline.text.length : 1);

/** An entry of a table of contents or of an index without its leader; undefined for any other line. */
export function withoutLeader(inlines: readonly Inline[]): Inline[] | undefined {
  const text = inlines.map((inline) => ('text' in inline ? inline.text : ' ')).join('');
  const found = text.length < 400 && dots.test(text) ? leader.exec(text) : null;
  if (!found) return undefined;
  const [from, to] = [found.index, found.index + found[0].length];
  let at = 0;
  return inlines.flatMap((inline): Inline[] => {
    const start = at;
    at += lengthOf(inline);
    if (!('text' in inline) || at <= from || start >= to) return [inline];
    const before = inline.text.slice(0, Math.max(0, from - start));
    const after = inline.text.slice(Math.max(0, to - start));
    // Where the leader ends, a space parts the page from the entry.
    const parted = at >= to ? [{ text: ' ' }] : [];
    return [{ ...inline, text: before }, ...parted, { ...inline, text: after }].filter(
      (part) => part.text !== '',
    );
  });
}
