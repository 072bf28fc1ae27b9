import type { Session } from '../session.ts';
import { openProgressBar } from '../terminal/progress.ts';
import { type Counts, countsInWords, type Outcome, outcomeLine } from './outcome.ts';

/** Reports the progress of files: one line of JSON each for programs, a progress bar and the errors for people. */
export interface Reporter {
  readonly counts: Counts;
  /** Sets the total number of files, and the number of those already sent. */
  expect(total: number): void;
  sent(): void;
  ended(outcome: Outcome): Promise<void>;
  /** Says how far it came, and how the rest is done. */
  interrupted(): void;
  /** Prints a summary line, and returns the number of failures. */
  conclude(): Promise<number>;
}

/** `isVerbose` also names what went well, as one wants to see it when one watches. */
export function createReporter(
  { printer, terminal, environment }: Session,
  { isVerbose }: { isVerbose: boolean },
): Reporter {
  const bar = openProgressBar(terminal, environment.isColorless);
  const counts: Counts = {};
  let total: number | undefined;
  let sentCount = 0;
  let endedCount = 0;
  const sentInWords = () =>
    `${sentCount.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`} sent`;
  const show = () => {
    if (printer.isJson || isVerbose) return;
    const text = [sentInWords(), countsInWords(counts)].filter(Boolean).join(', ');
    bar.show({ done: endedCount, total, text });
  };
  return {
    counts,
    expect(count) {
      total = count;
      show();
    },
    sent() {
      sentCount++;
      show();
    },
    async ended(outcome) {
      counts[outcome.status] = (counts[outcome.status] ?? 0) + 1;
      endedCount++;
      if (printer.isJson) await printer.item(outcome);
      else if (isVerbose || outcome.error !== null) {
        bar.clear();
        await printer.line(outcomeLine(printer, outcome));
      }
      show();
    },
    interrupted() {
      bar.clear();
      printer.note(`${sentInWords()}; what was sent goes on. The same command sends the rest.`);
    },
    async conclude() {
      bar.clear();
      const failed = counts.FAILED ?? 0;
      const mark = failed > 0 ? printer.paint('yellow', '!') : printer.paint('green', '✓');
      if (!printer.isJson && !isVerbose)
        await printer.line(`${mark} ${countsInWords(counts) || 'Nothing to ingest'}`);
      return failed;
    },
  };
}
