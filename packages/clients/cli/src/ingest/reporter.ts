import { CliFailure, exitCodes } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import type { Printer } from '../terminal/printer.ts';
import { openProgressBar } from '../terminal/progress.ts';
import { visibleLine } from '../terminal/table.ts';

/** Result of ingesting one file or address. */
export interface Outcome {
  /** The path or address as it was given. */
  readonly source: string;
  readonly status: 'SUCCESS' | 'UNCHANGED' | 'FAILED' | 'CANCELLED' | 'ACCEPTED' | 'DELETED';
  readonly documentId: string | null;
  readonly externalId: string | null;
  readonly ingestJobRunId: string | null;
  readonly error: string | null;
}

/** Number of outcomes by status. */
type Counts = Partial<Record<Outcome['status'], number>>;

/** Failure with which a command ends when some documents failed and everything else is done. */
export const failedDocuments = (count: number): CliFailure =>
  new CliFailure(count === 1 ? 'One document failed' : `Documents failed: ${count}`, {
    advice: 'The causes are listed above; docfleet documents list --status failed lists the documents.',
    exitCode: exitCodes.documentsFailed,
  });

const marks = {
  SUCCESS: ['green', '✓'],
  UNCHANGED: ['dim', '='],
  ACCEPTED: ['green', '→'],
  DELETED: ['yellow', '−'],
  FAILED: ['red', '✗'],
  CANCELLED: ['yellow', '○'],
} as const;

/** An outcome as a line for people. */
function outcomeLine(printer: Printer, { source, status, error }: Outcome): string {
  const [style, mark] = marks[status];
  const reason = error === null ? '' : printer.paint('dim', `  ${visibleLine(error)}`);
  return `${printer.paint(style, mark)} ${visibleLine(source)}${reason}`;
}

const words = {
  SUCCESS: 'searchable',
  UNCHANGED: 'unchanged',
  ACCEPTED: 'accepted',
  DELETED: 'deleted',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
} as const;

/** Counts in words, as `12 searchable, 1 failed`. */
const countsInWords = (counts: Counts): string =>
  Object.entries(words)
    .flatMap(([status, word]) => {
      const count = counts[status as Outcome['status']] ?? 0;
      return count > 0 ? [`${count.toLocaleString('en')} ${word}`] : [];
    })
    .join(', ');

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

/** Returns what reports an ingestion in the terminal; with `isVerbose` it also names the files that went well, as a user who watches wants to see. */
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
