import type { Chunk } from '../chunk.ts';
import { countTokens } from '../tokenizer/count-tokens.ts';
import { countTogether } from '../units/measure.ts';
import { documentSection, sectionPath } from '../units/section.ts';
import type { Boundary } from './boundaries.ts';
import type { Plan } from './plan.ts';

/** The text of a plan's units as a document of its own: under its headings, with its fences opened and closed. */
export function renderChunk(boundaries: readonly Boundary[], plan: Plan): Chunk {
  const units = boundaries.slice(plan.from, plan.end).map(({ unit }) => unit);
  const first = units[0];
  const last = units.at(-1);
  const body = units
    .map((unit) => unit.text)
    .join('')
    .trimEnd();
  const opening = plan.isFramed ? (first?.opening ?? '') : '';
  const closing = plan.isFramed && last?.closing ? `\n${last.closing}` : '';
  const context = plan.breadcrumb + opening;
  // Where it ends with its line, its tokens do; the first cell of a row does not.
  const endsItsLine = context === '' || context.endsWith('\n');

  const own = units.slice(plan.start - plan.from);
  const section = (own.find((unit) => !unit.isHeading) ?? last)?.section ?? documentSection;
  return {
    text: context + body + closing,
    tokens: endsItsLine
      ? countTokens(context) + countTogether(units, closing)
      : countTokens(context + body + closing),
    start: first?.start ?? 0,
    end: last ? last.start + last.text.trimEnd().length : 0,
    headings: sectionPath(section).flatMap(({ title }) => title || []),
  };
}
