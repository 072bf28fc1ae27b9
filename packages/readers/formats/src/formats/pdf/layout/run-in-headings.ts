import type { Inline, TextRun } from '../../../document-tree/tree.ts';
import { plainText } from './inlines.ts';
import type { Line } from './lines.ts';
import type { Part } from './read-blocks.ts';

/** A heading on the line that its text goes on in: lines of it, and how many pieces of the last one are its. */
export interface RunIn {
  readonly from: number;
  readonly count: number;
  readonly pieces: number;
}

const maxLines = 3;
/** Marks that part the heading from its text. */
const parting = /^[\s.:\u2013\u2014-]+/;
const onlyNumber = /^\s*(?:[\dA-Z]{1,3}\.?)(?:\d+\.?)*\s*$/;

const looksAlike = (a: TextRun, b: TextRun) =>
  Boolean(a.bold) === Boolean(b.bold) && Boolean(a.italic) === Boolean(b.italic);
const isWritten = (inline: Inline | undefined): inline is TextRun =>
  inline !== undefined && 'text' in inline && inline.text.replace(parting, '') !== '';

/** Whether a line begins in letters that stand out, and goes on in others. */
const mayRunIn = ({ inlines, known, monospaced }: Line) => {
  const [first, ...others] = inlines.filter(isWritten);
  if (!first || known || monospaced || !(first.bold || first.italic)) return false;
  return others.some((other) => !looksAlike(first, other));
};

/**
 * Finds a heading that its text runs on behind, in letters that stand out. `fits` says of the beginning of some lines whether it is the
 * whole title or may become it.
 */
export function findRunIn(
  parts: readonly Part[],
  fits: (text: string) => 'whole' | 'beginning' | undefined,
): RunIn | undefined {
  for (let from = 0; from < parts.length; from++) {
    let text = '';
    for (let count = 1; count <= maxLines; count++) {
      const part = parts[from + count - 1];
      if (part?.kind !== 'line' || part.line.known) break;
      const end = endOf(part.line, text, fits);
      if (end !== undefined) return { from, count, pieces: end };
      text = `${text} ${part.line.text}`;
      if (fits(text) !== 'beginning') break;
    }
  }
  return undefined;
}

/** Behind how many pieces of a line the title ends; undefined where it does not end within the line. */
function endOf(
  line: Line,
  before: string,
  fits: (text: string) => 'whole' | 'beginning' | undefined,
): number | undefined {
  if (!mayRunIn(line)) return undefined;
  const first = line.inlines.find(isWritten) as TextRun;
  for (let pieces = 1; pieces < line.inlines.length; pieces++) {
    const next = line.inlines.slice(pieces).find(isWritten);
    if (!next) return undefined;
    const text = `${before} ${plainText(line.inlines.slice(0, pieces))}`;
    const fit = fits(text);
    if (fit === 'whole' && !looksAlike(first, next)) return pieces;
    if (fit === undefined && !onlyNumber.test(text)) return undefined;
  }
  return undefined;
}

/** The lines of a heading and its text as parts of their own. */
export function partRunIn(parts: readonly Part[], { from, count, pieces }: RunIn, level: number): Part[] {
  const at = from + count - 1;
  return parts.flatMap((part, index): Part[] => {
    if (part.kind !== 'line' || index < from || index > at) return [part];
    const { line } = part;
    const known = { level, continues: index > from };
    if (index < at) return [{ ...part, line: { ...line, known } }];
    const title = line.inlines.slice(0, pieces);
    const rest = withoutParting(line.inlines.slice(pieces));
    return [
      { ...part, line: { ...line, inlines: title, text: plainText(title), known } },
      {
        ...part,
        breaks: false,
        line: { ...line, inlines: rest, text: plainText(rest), bold: false },
      },
    ];
  });
}

/** The text behind a heading without what parts both. */
function withoutParting(inlines: readonly Inline[]): Inline[] {
  const start = inlines.findIndex(isWritten);
  return inlines
    .slice(start)
    .map((inline, index) =>
      index === 0 && 'text' in inline ? { ...inline, text: inline.text.replace(parting, '') } : inline,
    );
}
