import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@docfleet/errors';
import type { Conversion, ConversionInput } from '../convert.ts';
import type { ConversionReport, ConversionResult, ConversionTask } from './protocol.ts';
import { refuseNetwork } from './refuse-network.ts';

type Convert = (input: ConversionInput) => Promise<Conversion>;

/** Milliseconds between two signs of life, so that a long text does not bury the parent in them. */
const PROGRESS_EVERY = 500;

async function* tellProgress(pieces: AsyncIterable<string>, report: Report): AsyncGenerator<string> {
  let toldAt = performance.now();
  for await (const piece of pieces) {
    const now = performance.now();
    if (now - toldAt >= PROGRESS_EVERY) {
      report({ kind: 'progress' });
      toldAt = now;
    }
    yield piece;
  }
}

async function* limit(pieces: AsyncIterable<string>, maxBytes: number): AsyncGenerator<string> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (bytes > maxBytes) {
      const most = Math.floor(maxBytes / 1_000_000);
      throw new AppError(
        'DOCUMENT_TOO_COMPLEX',
        `The file holds more than ${most} MB of text, the most that is read`,
      );
    }
    yield piece;
  }
}

async function run(convert: Convert, task: ConversionTask, report: Report): Promise<ConversionResult> {
  let ocrPages = 0;
  const onOcrPage = () => {
    ocrPages += 1;
    report({ kind: 'progress' });
  };
  const { mimeType, markdown } = await convert({ ...task, onOcrPage });
  const pieces = tellProgress(limit(markdown, task.outputBytes), report);
  await pipeline(pieces, createWriteStream(task.outputPath));
  return { mimeType, ocrPages };
}

type Report = (report: ConversionReport) => void;

function toFailure(cause: unknown): ConversionReport {
  const { code, message, details } = AppError.from(cause);
  const stack = code === 'INTERNAL_ERROR' && cause instanceof Error ? cause.stack : undefined;
  return { kind: 'failed', code, message, details, stack };
}

/** Makes this child process do the conversions that its parent sends, one after the other. */
export function serveConversions(convert: Convert): void {
  refuseNetwork();
  const report: Report = (message) => process.send?.(message);
  process.on('message', (task: ConversionTask) => {
    run(convert, task, report).then(
      (result) => report({ kind: 'done', result }),
      (cause: unknown) => report(toFailure(cause)),
    );
  });
  // Promises that a reader has left behind are nobody's affair, least of all that of the file which is read by then.
  process.on('unhandledRejection', (reason) => process.stderr.write(`${reason}\n`));
  // Nobody is left to work for.
  process.on('disconnect', () => process.exit());
  report({ kind: 'ready' });
}
