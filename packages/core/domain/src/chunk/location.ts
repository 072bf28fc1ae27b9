import { z } from 'zod';

const number = z.number();
const count = z.int().min(1);
const firstAndLast = z.array(count).length(2);

/** An area of a page, in points from its upper left corner. */
const pageBox = z.object({ page: count, x: number, y: number, width: number, height: number });

/** Position of a chunk's text in the file that it was read from: pages and boxes, slides, sheet and rows, or seconds. */
export const chunkLocation = z.object({
  /** The first and the last page, of documents that have pages. */
  pages: firstAndLast.optional(),
  boxes: z.array(pageBox).optional(),
  /** The first and the last slide. */
  slides: firstAndLast.optional(),
  sheet: z.string().optional(),
  /** The first and the last row of the sheet, or record of the file. */
  rows: firstAndLast.optional(),
  /** Beginning and end of the text in a video or a recording, in seconds from its start. */
  seconds: z.array(z.number().min(0)).length(2).optional(),
  /** Titles of the headings that it lies under, the outermost first. */
  section: z.array(z.string()),
});

export type ChunkLocation = z.output<typeof chunkLocation>;

/**
 * A line of a revision's file of locations: from this offset of the parsed text on, in UTF-16 units, the text stands there, until
 * the next offset. Several lines of one offset are several areas of one piece of text.
 */
export const locationEntry = z.union([
  z.tuple([z.int(), z.literal('box'), count, number, number, number, number]),
  z.tuple([z.int(), z.literal('slide'), count]),
  z.tuple([z.int(), z.literal('row'), z.string().nullable(), count]),
  z.tuple([z.int(), z.literal('time'), z.number().min(0), z.number().min(0)]),
]);

export type LocationEntry = z.output<typeof locationEntry>;
type BoxEntry = Extract<LocationEntry, { 1: 'box' }>;
type PageBox = z.output<typeof pageBox>;

/** A result that reaches over more areas has one for each page. */
const maxBoxes = 12;
/** Points between two areas of one column that are shown as one. */
const near = 14;
const maxTitleLength = 300;

const round = (value: number) => Math.round(value * 10) / 10;

function unite(a: PageBox, b: PageBox): PageBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const width = round(Math.max(a.x + a.width, b.x + b.width) - x);
  return { page: a.page, x, y, width, height: round(Math.max(a.y + a.height, b.y + b.height) - y) };
}

/** Tests whether one area continues with the other: below it, in the same column. */
function goesOn(a: PageBox, b: PageBox): boolean {
  const overlaps = Math.min(a.x + a.width, b.x + b.width) > Math.max(a.x, b.x);
  return a.page === b.page && overlaps && b.y >= a.y - 2 && b.y - (a.y + a.height) < near;
}

const boxOf = ([, , page, x, y, width, height]: BoxEntry): PageBox => ({ page, x, y, width, height });

/** Areas in reading order, those that continue each other as one. */
function joinBoxes(parts: readonly PageBox[]): PageBox[] {
  const boxes: PageBox[] = [];
  for (const box of parts) {
    const last = boxes.at(-1);
    if (last && goesOn(last, box)) boxes[boxes.length - 1] = unite(last, box);
    else boxes.push(box);
  }
  if (boxes.length <= maxBoxes) return boxes;
  const byPage = Map.groupBy(boxes, ({ page }) => page);
  return [...byPage.values()].map((own) => own.reduce(unite)).slice(0, maxBoxes);
}

function range(values: readonly number[]): [number, number] | undefined {
  const [first] = values;
  return first === undefined
    ? undefined
    : [values.reduce((a, b) => Math.min(a, b), first), values.reduce((a, b) => Math.max(a, b), first)];
}

/** The location of texts of one section, and of one sheet, that follow each other; undefined for none. */
export function joinLocations(locations: readonly ChunkLocation[]): ChunkLocation | undefined {
  const [first] = locations;
  if (!first || locations.length === 1) return first;
  const rangeOf = (field: 'pages' | 'slides' | 'rows' | 'seconds') => {
    const joined = range(locations.flatMap((location) => location[field] ?? []));
    return joined && { [field]: joined };
  };
  const boxes = locations.flatMap((location) => location.boxes ?? []);
  return {
    ...first,
    ...rangeOf('pages'),
    ...(boxes.length > 0 && { boxes: joinBoxes(boxes) }),
    ...rangeOf('slides'),
    ...rangeOf('rows'),
    ...rangeOf('seconds'),
  };
}

/** Positions of a document's text in its file: entries ordered by their offset in the text. */
export class DocumentLocations {
  readonly #entries: readonly LocationEntry[];

  constructor(entries: readonly LocationEntry[]) {
    this.#entries = entries;
  }

  /** Returns the location of the text from `start` to `end`, which stands below these headings. */
  find(start: number, end: number, headings: readonly string[]): ChunkLocation {
    const entries = this.#between(start, end);
    const boxes = entries.filter((entry): entry is BoxEntry => entry[1] === 'box');
    const pages = range(boxes.map((entry) => entry[2]));
    const slides = range(entries.flatMap((entry) => (entry[1] === 'slide' ? [entry[2]] : [])));
    const seconds = range(entries.flatMap((entry) => (entry[1] === 'time' ? [entry[2], entry[3]] : [])));
    const cells = entries.flatMap((entry) => (entry[1] === 'row' ? [entry] : []));
    const sheet = cells[0]?.[2];
    const rows = range(cells.filter((entry) => entry[2] === sheet).map((entry) => entry[3]));
    return {
      ...(pages && { pages, boxes: joinBoxes(boxes.map(boxOf)) }),
      ...(slides && { slides }),
      ...(sheet && { sheet }),
      ...(rows && { rows }),
      ...(seconds && { seconds }),
      section: headings.map((title) => title.slice(0, maxTitleLength)),
    };
  }

  /** The entries of the text from `start` to `end`: also those of the offset that it begins behind. */
  #between(start: number, end: number): LocationEntry[] {
    const first = this.#firstBehind(start);
    const before = this.#entries[first - 1]?.[0];
    let from = first;
    while (from > 0 && this.#entries[from - 1]?.[0] === before) from--;
    let to = first;
    while (to < this.#entries.length && (this.#entries[to]?.[0] ?? end) < end) to++;
    return this.#entries.slice(from, to);
  }

  /** The index of the first entry whose offset is larger. */
  #firstBehind(offset: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.[0] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
