import type { Block } from '../../../document-tree/tree.ts';
import { codesOfIds, type ShowNumber } from '../number-formats.ts';
import { createChartReader } from './chart-records.ts';
import { readCharacters, readShort, recordsOf, type XlsRecord } from './records.ts';

/** Types of records. [MS-XLS] 2.3. */
const [begin, end, sheet, object, text, goesOn, format] = [
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
      else if (type === text) texts.begin(kind === comment ? 0 : readShort(body, 10));
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
