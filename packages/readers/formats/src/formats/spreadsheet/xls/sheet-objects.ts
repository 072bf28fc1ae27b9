import type { Block } from '../../../document-tree/tree.ts';
import { blocksOfChart, type ChartSeries } from '../../../open-xml/chart.ts';
import { codesOfIds, type ShowNumber } from '../number-formats.ts';

/** A record of the workbook stream of XLS. [MS-XLS] 2.1.4. */
interface XlsRecord {
  readonly type: number;
  readonly body: Buffer;
  /** Offset in the stream, in bytes. */
  readonly at: number;
}

const headerLength = 4;

/** The records of a stream in their order; one that is cut off is the last. */
function* recordsOf(stream: Uint8Array): Generator<XlsRecord> {
  const bytes = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + headerLength <= bytes.length; ) {
    const [type, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)];
    yield { type, body: bytes.subarray(at + headerLength, at + headerLength + length), at };
    at += headerLength + length;
  }
}

/** Reads a number of characters of one or two bytes; fewer if the record ends before. */
const readCharacters = (body: Buffer, at: number, count: number, isWide: boolean): string =>
  isWide ? body.toString('utf16le', at, at + 2 * count) : body.toString('latin1', at, at + count);

/** A number of two bytes; 0 where the record ends before. */
const readShort = (body: Buffer, at: number): number => (at + 2 <= body.length ? body.readUInt16LE(at) : 0);

/** Types of records of charts. [MS-XLS] 2.4. */
const [series, chartText, reference, title, owner, cacheKind, value, label] = [
  0x1003, 0x1025, 0x1051, 0x100d, 0x1027, 0x1065, 0x0203, 0x0204,
];
const [ofValues, ofCategories] = [1, 2];
const maxPoints = 10_000;
const maxSeries = 1_000;

interface OpenSeries {
  name: string;
  readonly categories: Map<number, string>;
  readonly values: Map<number, string>;
  readonly formats: Map<number, number>;
}

/** Reads the records of one chart: its titles, and the values that are stored with it. */
function createChartReader(showNumber: ShowNumber, codeOf: (id: number) => string) {
  const all: OpenSeries[] = [];
  /** Titles by their subject: 1 the chart, 2 and 3 its axes. */
  const titles = new Map<number, string>();
  let isInText = false;
  let pending = '';
  let kind = 0;

  const point = (body: Buffer, show: (formats: ReadonlyMap<number, number>) => string) => {
    const one = all[readShort(body, 2)];
    const points = kind === ofValues ? one?.values : kind === ofCategories ? one?.categories : undefined;
    if (one && points && points.size < maxPoints) points.set(readShort(body, 0), show(one.formats));
  };
  const readTitle = (body: Buffer) => {
    const shown = readCharacters(body, 4, body[2] ?? 0, body[3] === 1)
      .replace(/\s+/g, ' ')
      .trim();
    const last = all.at(-1);
    if (isInText) pending = shown;
    else if (last) last.name ||= shown;
  };
  const readNumber = (body: Buffer, formats: ReadonlyMap<number, number>) =>
    body.length < 14 ? '' : showNumber(String(body.readDoubleLE(6)), codeOf(formats.get(kind) ?? 0));

  return {
    add({ type, body }: XlsRecord): void {
      if (type === series) {
        isInText = false;
        if (all.length < maxSeries)
          all.push({ name: '', categories: new Map(), values: new Map(), formats: new Map() });
      } else if (type === chartText) [isInText, pending] = [true, ''];
      else if (type === title) readTitle(body);
      else if (type === reference && !isInText) all.at(-1)?.formats.set(body[0] ?? 0, readShort(body, 4));
      else if (type === owner && pending) titles.set(readShort(body, 0), pending);
      else if (type === cacheKind) kind = readShort(body, 0);
      else if (type === value) point(body, (formats) => readNumber(body, formats));
      else if (type === label)
        point(body, () => readCharacters(body, 9, readShort(body, 6), ((body[8] ?? 0) & 1) === 1));
    },
    blocks(): Block[] {
      const columns = all.map(
        ({ name, categories, values }, index): ChartSeries => ({
          categories: { name: '', values: categories },
          columns: [{ name: name || `Series ${index + 1}`, values }],
        }),
      );
      const axes = [titles.get(3) ?? '', titles.get(2) ?? ''];
      return blocksOfChart({ title: titles.get(1) ?? '', axes, series: columns });
    },
  };
}

/** Types of records. [MS-XLS] 2.3. */
const [begin, end, sheet, object, objectText, goesOn, format] = [
  0x0809, 0x000a, 0x0085, 0x005d, 0x01b6, 0x003c, 0x041e,
];
const chartStream = 0x0020;
/** Kinds of objects. [MS-XLS] 2.5.143. */
const [picture, comment] = [8, 0x19];
const maxObjects = 10_000;

/** Blocks drawn on a sheet, and the number of its pictures. */
export interface SheetObjects {
  readonly blocks: Block[];
  pictures: number;
}

/** A text box whose text comes in the records that follow: its letters yet to come. */
interface OpenText {
  rest: number;
  read: string;
}

/** Reads the text boxes, shapes with text and charts of the sheets of an XLS, by the names of the sheets. */
export async function readSheetObjects(
  stream: Uint8Array,
  showNumber: ShowNumber,
): Promise<ReadonlyMap<string, SheetObjects>> {
  const collector = createCollector(showNumber, await codesOfIds());
  for (const record of recordsOf(stream)) collector.add(record);
  return collector.sheets;
}

/** Collects the text of shapes, whose letters come in records of their own. */
function createTextReader(take: (blocks: readonly Block[]) => void) {
  let open: OpenText | undefined;
  return {
    begin(letters: number): void {
      open = letters > 0 ? { rest: letters, read: '' } : undefined;
    },
    add(body: Buffer): void {
      if (!open) return;
      const more = readCharacters(body, 1, open.rest, isWide(body[0]));
      open.rest -= more.length;
      open.read += more;
      if (open.rest > 0 && more) return;
      take(paragraphsOf(open.read));
      open = undefined;
    },
  };
}

const isWide = (flags: number | undefined) => ((flags ?? 0) & 1) === 1;

/** Collects facts that all sheets share: names of sheets by their offset, and number formats. */
function createWorkbookFacts(codeOfId: (id: number) => string) {
  const names = new Map<number, string>();
  const codes = new Map<number, string>();
  return {
    nameAt: (place: number) => names.get(place),
    codeOf: (id: number) => codes.get(id) ?? codeOfId(id),
    add({ type, body }: XlsRecord): void {
      if (type === sheet && body.length > 8)
        names.set(body.readUInt32LE(0), readCharacters(body, 8, body[6] ?? 0, isWide(body[7])));
      if (type === format)
        codes.set(readShort(body, 0), readCharacters(body, 5, readShort(body, 2), isWide(body[4])));
    },
  };
}

function createCollector(showNumber: ShowNumber, codeOfId: (id: number) => string) {
  const facts = createWorkbookFacts(codeOfId);
  const sheets = new Map<string, SheetObjects>();
  let [depth, kind, current] = [0, 0, ''];
  let chart: ReturnType<typeof createChartReader> | undefined;

  const place = (): SheetObjects => {
    const known = sheets.get(current) ?? { blocks: [], pictures: 0 };
    sheets.set(current, known);
    return known;
  };
  const add = (blocks: readonly Block[]) => {
    if (place().blocks.length < maxObjects) place().blocks.push(...blocks);
  };
  const texts = createTextReader(add);
  const beginStream = ({ body, at }: XlsRecord) => {
    if (depth++ === 0) current = facts.nameAt(at) ?? '';
    if (readShort(body, 2) === chartStream) chart = createChartReader(showNumber, facts.codeOf);
  };
  const endStream = () => {
    if (chart) add(chart.blocks());
    chart = undefined;
    depth = Math.max(0, depth - 1);
  };
  return {
    sheets,
    add(record: XlsRecord): void {
      const { type, body } = record;
      facts.add(record);
      chart?.add(record);
      if (type === begin) beginStream(record);
      else if (type === end) endStream();
      else if (type === object) kind = readShort(body, 4);
      // Comments are not kept, as those of other formats are not.
      else if (type === objectText) texts.begin(kind === comment ? 0 : readShort(body, 10));
      else if (type === goesOn) texts.add(body);
      if (type === object && kind === picture) place().pictures++;
    },
  };
}

const paragraphsOf = (read: string): Block[] =>
  read
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ kind: 'paragraph', content: [{ text: line }] }));
