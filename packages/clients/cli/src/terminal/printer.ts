import { once } from 'node:events';
import { styleText } from 'node:util';
import type { Terminal } from '../environment.ts';
import { tableLines, visibleJson } from './table.ts';

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Columns of a table: the name of each, and a function that returns its cell for an item. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => string | number | null | undefined>>;

/** Prints the results of a command: tables and colors for people, JSON for programs. */
export interface Printer {
  readonly isJson: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  paint(style: Style | readonly Style[], text: string): string;
  /** One line of a result; it has to be visible text. */
  line(text?: string): Promise<void>;
  /** One result: as JSON, or as these lines. */
  result(value: unknown, lines: readonly string[]): Promise<void>;
  /** Items as they come: as NDJSON, or as rows of a table; returns how many there were. */
  list<Item>(
    items: AsyncIterable<Item> | Iterable<Item>,
    columns: Columns<Item>,
    none: string,
  ): Promise<number>;
  /** One item of a list, as a line of JSON. */
  item(value: unknown): Promise<void>;
  /** A line for people beside the result; it has to be visible text. */
  note(text: string): void;
}

interface PrinterOptions {
  /** Unset: where the output is no terminal. */
  readonly json: boolean | undefined;
  readonly isColorless: boolean;
}

const defaultWidth = 80;
/** Column widths are computed for this many rows at a time, so that a table of any length needs constant memory. */
const rowsAtOnce = 100;

export function createPrinter(terminal: Terminal, { json, isColorless }: PrinterOptions): Printer {
  const { output, errors } = terminal;
  const isJson = json ?? !output.isTTY;
  // A terminal that does not know its size says 0.
  const width = output.columns || defaultWidth;
  const paint: Printer['paint'] = (style, text) =>
    isColorless || !output.isTTY ? text : styleText(style as Style[], text, { validateStream: false });
  const write = async (text: string) => {
    if (!output.write(text)) await once(output, 'drain');
  };
  const line = (text = '') => write(`${text}\n`);
  const item = (value: unknown) => line(visibleJson(value));
  return {
    isJson,
    width,
    paint,
    line,
    item,
    async result(value, lines) {
      if (isJson) await line(visibleJson(value, output.isTTY ? 2 : undefined));
      else for (const text of lines) await line(text);
    },
    async list(items, columns, none) {
      const count = isJson
        ? await forEach(items, item)
        : await forEachBatch(items, (batch, isFirst) => {
            const rows = tableLines([Object.keys(columns), ...batch.map(cellsOf(columns))], width);
            const [head = '', ...body] = rows;
            return write(`${[...(isFirst ? [paint('dim', head)] : []), ...body].join('\n')}\n`);
          });
      if (count === 0 && !isJson) await line(none);
      return count;
    },
    note: (text) => void errors.write(`${text}\n`),
  };
}

const cellsOf =
  <Item>(columns: Columns<Item>) =>
  (item: Item) =>
    Object.values(columns).map((cell) => String(cell(item) ?? '-'));

async function forEach<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<number> {
  let count = 0;
  for await (const one of items) {
    await work(one);
    count++;
  }
  return count;
}

async function forEachBatch<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (batch: readonly Item[], isFirst: boolean) => Promise<void>,
): Promise<number> {
  let batch: Item[] = [];
  let written = 0;
  const flush = async () => {
    if (batch.length > 0) await work(batch, written === 0);
    written += batch.length;
    batch = [];
  };
  for await (const one of items) {
    batch.push(one);
    if (batch.length === rowsAtOnce) await flush();
  }
  await flush();
  return written;
}
