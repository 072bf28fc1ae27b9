import { type Line, mayBeHeading } from './lines.ts';
import type { Part } from './read-blocks.ts';
import { type BodyLook, standsOut } from './typography.ts';

/** In units of the body's size. */
const titleSize = 1.25;
const maxTitleLines = 4;
/** Lines between the title and the text: authors, where they work, and when. */
const maxBylines = 12;
/** Share of the column's width that a line is set in from its left edge, which headings are not. */
const minInset = 0.05;

/** Words that stand within and beside names. */
const beside = String.raw`and|und|et|y|e|&|von|van|de|den|der|du|la|le|del|di|da|by|with|jr\.?|editors?|eds?\.?`;
const named = String.raw`\p{Lu}[\p{L}.'’-]*`;
const names = new RegExp(
  String.raw`^(?:by\s+)?${named}(?:[\s,;*†‡()^\d{}∗-]+(?:${named}|(?:${beside})(?=[\s,;)]|$)))+[\s,*†‡)^\d{}∗]*$`,
  'u',
);
const place =
  /\b(?:universi|institut|department|département|laborator|college|faculty|fakultät|school of|research|centre?\b|inc\.|ltd|gmbh)|@/i;
const date =
  /^(?:[\p{L}.]+[\s,]+){0,4}(?:\d{1,2}(?:st|nd|rd|th)?[.,]?\s+)?(?:[\p{L}.]+[\s,]+)?(?:19|20)\d\d[.)]?$|^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/u;
/** Headings that may look like names. */
const section =
  /\b(?:abstract|summary|contents|preface|foreword|introduction|overview|chapter|part|section|appendix|notes?|results?|methods?|conclusions?|references|background|report|guide|manual|zusammenfassung|inhalt|vorwort|einleitung|kapitel|résumé|sommaire|préface|resumen|índice)\b/iu;

const isByline = (text: string) =>
  !section.test(text) && (names.test(text) || place.test(text) || date.test(text));

/**
 * Marks the title of a document, the largest lines of its first page, and takes the looks of headings from the lines with its authors
 * below it. If the headings are not known otherwise, the title needs a line that may be one.
 */
export function markFrontMatter(parts: Part[], body: BodyLook, areKnown: boolean): void {
  const { bodySize } = body;
  const page = pageOf(parts.find(({ kind }) => kind === 'line'));
  const lineOf = (part: Part | undefined) =>
    part?.kind === 'line' && pageOf(part) === page && /\p{L}{2}/u.test(part.line.text)
      ? part.line
      : undefined;
  const largest = Math.max(0, ...parts.map((part) => lineOf(part)?.size ?? 0));
  if (largest < titleSize * bodySize) return;
  const isLargest = (part: Part | undefined) => (lineOf(part)?.size ?? 0) > largest - 0.5;
  const from = parts.findIndex(isLargest);
  let end = from;
  while (end < from + maxTitleLines && isLargest(parts[end])) end++;
  const isTitle = parts
    .slice(from, end)
    .some((part) => part.kind === 'line' && mayBeHeading(part.line, body));
  if (areKnown || isTitle) markTitle(parts, from, end);
  for (let index = end; index < end + maxBylines; index++) {
    const part = parts[index];
    const line = lineOf(part);
    if (part?.kind !== 'line' || !line || line.known || isTextAgain(line, body)) return;
    if (isInset(line) && isByline(line.text))
      parts[index] = { ...part, line: { ...line, size: bodySize, bold: false } };
  }
}

function markTitle(parts: Part[], from: number, end: number): void {
  for (let index = from; index < end; index++) {
    const part = parts[index];
    if (part?.kind !== 'line' || part.line.known) return;
    parts[index] = { ...part, line: { ...part.line, known: { level: 1, continues: index > from } } };
  }
}

const isInset = ({ x1, left, right }: Line) => x1 - left > minInset * (right - left);

/** Whether a line is one of the text: as large as that, from the left edge, and full. */
const isTextAgain = (line: Line, body: BodyLook) =>
  !standsOut(body, line) && !isInset(line) && line.x2 > line.right - minInset * (line.right - line.left);

const pageOf = (part: Part | undefined) =>
  part?.kind === 'line' && part.place && 'page' in part.place ? part.place.page : undefined;
