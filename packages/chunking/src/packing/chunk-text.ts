import type { Chunk } from '../chunk.ts';
import { type Section, sectionPath } from '../section.ts';
import { countTokens } from '../tokenizer/count-tokens.ts';
import type { Unit } from '../unit.ts';

/** The text of consecutive units as a document of its own: under its headings, with its fences opened and closed. */
export function renderChunk(
  units: readonly Unit[],
  section: Section,
  breadcrumb: string,
  framed: boolean,
): Chunk {
  const first = units[0];
  const last = units.at(-1);
  const body = units
    .map((unit) => unit.text)
    .join('')
    .trimEnd();
  const opening = framed ? (first?.opening ?? '') : '';
  const closing = framed && last?.closing ? `\n${last.closing}` : '';
  const text = `${breadcrumb}${opening}${body}${closing}`;
  return {
    text,
    tokens: countTokens(text),
    start: first?.start ?? 0,
    end: last ? last.start + last.text.trimEnd().length : 0,
    headings: sectionPath(section).map(({ title }) => title),
  };
}
