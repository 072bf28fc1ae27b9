import type { Inline, TextRun as InlineRun } from '../../../document-tree/tree.ts';
import type { LinkArea, TextRun } from '../page-model.ts';
import { toLogicalOrder } from './right-to-left.ts';
import { withScripts } from './scripts.ts';
import type { Segment } from './segments.ts';

/** White space but single spaces, which nearly all is. */
const whiteSpace = /\s{2,}|[^\S ]/g;

/** In units of the font's size: what parts words that were drawn one by one. */
const wordGap = 0.14;
const raisedBy = 0.2;
/** In units of the font's size: an index that is no farther belongs to what stands before it. */
const scriptGap = 0.25;

function linkAt(links: readonly LinkArea[], { x, y, width, size }: TextRun): string | undefined {
  const [middleX, middleY] = [x + width / 2, y - size * 0.3];
  return links.find(
    ({ x1, x2, y1, y2 }) => middleX >= x1 - 1 && middleX <= x2 + 1 && middleY >= y1 - 1 && middleY <= y2 + 1,
  )?.href;
}

/** Whether a run is code. Chinese, Japanese and Korean letters are all as wide as each other, which means nothing. */
export const isCode = ({ text, font }: TextRun): boolean =>
  font.monospaced && !/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(text);

function toInline(run: TextRun, text: string, segment: Segment, links: readonly LinkArea[]): InlineRun {
  const { bold, italic } = run.font;
  const raised = run.size < segment.size * 0.85 && segment.y - run.y > raisedBy * segment.size;
  return { text, bold, italic, code: isCode(run), raised, href: linkAt(links, run) };
}

const looks = ['bold', 'italic', 'code', 'href'] as const;

/** The space between two pieces of text, which looks as they do where both look alike: one link over two lines is one. */
export function spaceBetween(before: InlineRun | undefined, after: InlineRun): InlineRun {
  const areAlike = before !== undefined && looks.every((look) => before[look] === after[look]);
  return areAlike && !before.raised && !after.raised ? { ...after, text: ' ' } : { text: ' ' };
}

/** In units of the font's size: what parts a function from its variable in formulas, and an index from the variable behind it. */
const functionGap = 0.07;
const indexGap = 0.02;

/** Whether a variable stands behind a function or the index of another: in formulas there is less than a space between them. */
function isFactor(run: TextRun, before: TextRun | undefined, gap: number): boolean {
  if (!before || !run.font.italic || !/^\p{L}/u.test(run.text)) return false;
  const isIndex = before.size < 0.85 * run.size && Math.abs(before.y - run.y) > 0.05 * run.size;
  if (isIndex) return gap > indexGap * run.size && /[\p{L}\p{N}]$/u.test(before.text);
  return !before.font.italic && gap > functionGap * run.size && /\p{L}{2}$/u.test(before.text);
}

/** The text of segments of one line, with a space wherever a reader sees one. */
export function inlinesOf(segments: readonly Segment[], links: readonly LinkArea[]): Inline[] {
  const inlines: InlineRun[] = [];
  let right: number | undefined;
  let before: TextRun | undefined;
  let wasScript = false;
  for (const segment of segments)
    for (const { run, script } of withScripts(segment)) {
      const text = run.text.replace(whiteSpace, ' ');
      const gap = right === undefined ? 0 : run.x - right;
      const isApart = script
        ? gap > scriptGap * segment.size
        : (run.startsWord && !wasScript) || gap > wordGap * Math.min(run.size, segment.size);
      const needsSpace =
        (isApart || (!script && isFactor(run, before, gap))) &&
        inlines.length > 0 &&
        !text.startsWith(' ') &&
        !inlines.at(-1)?.text.endsWith(' ');
      const inline: InlineRun = script
        ? { text, script, href: linkAt(links, run) }
        : toInline(run, text, segment, links);
      if (needsSpace) inlines.push(spaceBetween(inlines.at(-1), inline));
      inlines.push(inline);
      right = run.x + run.width;
      before = run;
      wasScript = script !== undefined;
    }
  return toLogicalOrder(inlines);
}

/** Text without its looks. */
export const plainText = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => ('text' in inline ? inline.text : ' '))
    .join('')
    .replace(whiteSpace, ' ')
    .trim();
