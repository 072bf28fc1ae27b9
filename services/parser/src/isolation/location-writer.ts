import { appendFile } from 'node:fs/promises';
import type { LocationEntry } from '@docfleet/domain/chunk';
import type { FilePlace } from '@docfleet/formats';

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
export class LocationWriter {
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
