import { type DocumentFilter, sourceFilterFields } from '@docfleet/sdk';
import { dayOf } from '../../parts/format.ts';
import type { FilterEntry } from '../../parts/list.tsx';

/** Filter of documents by their source. */
export type SourceFilter = NonNullable<DocumentFilter['source']>;

/** Values of the filter as the address has them: texts, and days like `2026-11-27`. */
export type SourceTexts = { readonly [Name in keyof SourceFilter]?: string | undefined };

/** Filters of a list, one for each field that the API describes. */
export const sourceFilters = sourceFilterFields.map(
  ({ name, label, isMoment }) =>
    ({
      name,
      label,
      ...(isMoment ? { type: 'date' } : { hidesLabel: true, placeholder: `${label} …` }),
    }) as const,
) satisfies readonly FilterEntry[];

/** Returns the filter of the API; undefined where nothing valid was entered. */
export function sourceFilterOf(texts: SourceTexts): SourceFilter | undefined {
  const entered = sourceFilterFields.flatMap(({ name, isMoment }) => {
    const value = isMoment ? dayOf(texts[name]) : texts[name];
    return value ? [[name, value]] : [];
  });
  return entered.length > 0 ? Object.fromEntries(entered) : undefined;
}
