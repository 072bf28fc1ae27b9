import { CliFailure, exitCodes } from '../cli-failure.ts';
import type { Printer } from '../terminal/printer.ts';
import { visibleLine } from '../terminal/visible-text.ts';

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
export type Counts = Partial<Record<Outcome['status'], number>>;

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
export function outcomeLine(printer: Printer, { source, status, error }: Outcome): string {
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
export const countsInWords = (counts: Counts): string =>
  Object.entries(words)
    .flatMap(([status, word]) => {
      const count = counts[status as Outcome['status']] ?? 0;
      return count > 0 ? [`${count.toLocaleString('en')} ${word}`] : [];
    })
    .join(', ');
