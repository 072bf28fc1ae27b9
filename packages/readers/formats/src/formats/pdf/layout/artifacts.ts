import type { PageModel, TextRun } from '../page-model.ts';
import { isInMargin, margin } from './margins.ts';

/** Points by which a line may be higher or lower on another page. */
const placeGrain = 4;
/** A line and its place: one that says something else, and be it in a number, is another one. */
const placedText = (runs: readonly TextRun[]) =>
  `${Math.round((runs[0]?.y ?? 0) / placeGrain)}/${runs.map(({ text }) => text).join(' ')}`;

/** Lines that a document repeats, of which the first are remembered. */
const maxSeen = 20_000;

/**
 * Finds what of the text that a file marks as artifacts is none of its text: lines at the edge of a page that stand apart from other
 * text, and elsewhere what a page before had at the same place. Some programs mark whole pages, so that a mark alone says nothing.
 */
export function createArtifactLook() {
  const seen = new Set<string>();
  return {
    /** The runs of a page to leave out; pages are to be given in order. `isApart` says whether no text but those others goes on beside a line. */
    heads(
      page: PageModel,
      isApart: (runs: readonly TextRun[], others: ReadonlySet<TextRun>) => boolean,
    ): readonly TextRun[] {
      const marked = page.runs.filter((run) => run.isArtifact === true && run.text.trim() !== '');
      if (marked.length === 0) return [];
      const fromMiddle = ([run]: readonly TextRun[]) => Math.abs((run?.y ?? 0) - page.height / 2);
      const lines = [...Map.groupBy(marked, ({ y }) => Math.round(y / 2)).values()].toSorted(
        (a, b) => fromMiddle(a) - fromMiddle(b),
      );
      const heads = new Set(marked.filter((run) => isInMargin(run, page, margin)));
      // From the middle of the page outwards: a line beside text is text, and so is the next one.
      for (const runs of lines)
        if (runs.some((run) => heads.has(run)) && !isApart(runs, heads))
          for (const run of runs) heads.delete(run);
      for (const runs of lines) {
        if (runs.every((run) => heads.has(run))) continue;
        const key = placedText(runs);
        if (seen.has(key)) for (const run of runs) heads.add(run);
        else if (seen.size < maxSeen) seen.add(key);
      }
      return [...heads];
    },
  };
}
