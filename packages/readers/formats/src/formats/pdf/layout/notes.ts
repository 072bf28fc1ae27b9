import type { Inline } from '../../../document-tree/tree.ts';

const mark = /^(?:\d{1,3}|[*\u2020\u2021])$/;

/** A line that begins with a small raised number, as notes at the foot of a page do, with that marked as in the text: `^1 See`. */
export function withNoteMark([first, ...rest]: readonly Inline[]): Inline[] | undefined {
  if (!first || !('text' in first) || !first.raised || !mark.test(first.text.trim()) || rest.length === 0)
    return undefined;
  return [{ text: `^${first.text.trim()} ` }, ...rest];
}
