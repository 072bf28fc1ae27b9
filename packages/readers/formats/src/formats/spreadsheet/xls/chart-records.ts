import type { Block } from '../../../document-tree/tree.ts';
import { blocksOfChart, type ChartSeries } from '../../../open-xml/chart.ts';
import type { ShowNumber } from '../number-formats.ts';
import { readCharacters, readShort, type XlsRecord } from './records.ts';

/** Types of records of charts. [MS-XLS] 2.4. */
const [series, text, reference, title, owner, cacheKind, value, label] = [
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
export function createChartReader(showNumber: ShowNumber, codeOf: (id: number) => string) {
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
      } else if (type === text) [isInText, pending] = [true, ''];
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
