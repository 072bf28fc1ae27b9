import { createWriteStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { LocationEntry } from '@docfleet/domain/chunk';
import { AppError } from '@docfleet/errors';
import type { Conversion, ConversionInput, FilePlace } from '@docfleet/formats';
import { serveTasks } from '@docfleet/sandbox';
import { collectNotRead, type NotRead } from '@docfleet/text/not-read';

/** A file of more places than that keeps every hundredth of the rest. */
const maxPlaces = 300_000;
const keptOfRest = 100;
const linesAtOnce = 2_000;

const round = (value: number) => Math.round(value * 10) / 10;

function toEntry(offset: number, place: FilePlace): LocationEntry {
  if ('slide' in place) return [offset, 'slide', place.slide];
  if ('row' in place) return [offset, 'row', place.sheet, place.row];
  const { page, x, y, width, height } = place;
  return [offset, 'box', page, round(x), round(y), round(width), round(height)];
}

/** Writes places to a file, a line of JSON for each; to nowhere without a path. */
class LocationWriter {
  readonly #path: string | undefined;
  #seen = 0;
  #written = 0;
  #lines: string[] = [];
  /** Completion of the writes so far. */
  #done: Promise<void> = Promise.resolve();

  constructor(path: string | undefined) {
    this.#path = path;
  }

  readonly add = (offset: number, place: FilePlace): void => {
    this.#seen++;
    if (!this.#path || (this.#seen > maxPlaces && this.#seen % keptOfRest !== 0)) return;
    this.#lines.push(`${JSON.stringify(toEntry(offset, place))}\n`);
    this.#written++;
    if (this.#lines.length >= linesAtOnce) this.#flush();
  };

  #flush(): void {
    const [path, text] = [this.#path, this.#lines.join('')];
    this.#lines = [];
    if (!path || text === '') return;
    this.#done = this.#done.then(() => appendFile(path, text));
    // It fails where it is awaited.
    this.#done.catch(() => undefined);
  }

  /** Resolves with the number of lines once all are written. */
  async end(): Promise<number> {
    this.#flush();
    await this.#done;
    return this.#written;
  }
}

/** One file that a child process reads, to write Markdown beside it. */
export interface ConversionTask
  extends Omit<ConversionInput, 'onOcrPage' | 'onNotRead' | 'onPlace' | 'onProgress' | 'sliceLength'> {
  readonly outputPath: string;
  /** For where the text stands in the file, a line of JSON for each place; undefined where that is not asked for. */
  readonly locationsPath?: string;
  /** Bytes of Markdown, beyond which the file is refused. */
  readonly outputBytes: number;
}

export interface ConversionResult {
  readonly mimeType: string;
  /** Pages that OCR has read. */
  readonly ocrPages: number;
  readonly notRead: readonly NotRead[];
  /** Lines that were written to `locationsPath`. */
  readonly places: number;
}

type Convert = (input: ConversionInput) => Promise<Conversion>;

/** Milliseconds between two reports, so that a long text does not flood the parent with them. */
const progressEveryMs = 500;

async function* reportProgress(
  pieces: AsyncIterable<string>,
  onProgress: () => void,
): AsyncGenerator<string> {
  let reportedAt = performance.now();
  for await (const piece of pieces) {
    const now = performance.now();
    if (now - reportedAt >= progressEveryMs) {
      onProgress();
      reportedAt = now;
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
        `The file holds more than ${most} MB of text, the most that a file of its size may become`,
      );
    }
    yield piece;
  }
}

/** Makes this child process do the conversions that its parent sends, one after the other. */
export function serveConversions(convert: Convert): void {
  serveTasks<ConversionTask, ConversionResult>(async (task, onProgress) => {
    let ocrPages = 0;
    const onOcrPage = () => {
      ocrPages += 1;
      onProgress();
    };
    const notRead = collectNotRead();
    const locations = new LocationWriter(task.locationsPath);
    const { mimeType, markdown } = await convert({
      ...task,
      onOcrPage,
      onNotRead: notRead.add,
      onProgress,
      onPlace: locations.add,
    });
    const pieces = reportProgress(limit(markdown, task.outputBytes), onProgress);
    await pipeline(pieces, createWriteStream(task.outputPath));
    return { mimeType, ocrPages, notRead: notRead.entries(), places: await locations.end() };
  });
}
