import {
  BlockWriter,
  fencedCode,
  headingLine,
  InlineWriter,
  type Row,
  tableToMarkdown,
} from '@docfleet/text/markdown';
import {
  type Block,
  type Cell,
  type Inline,
  joinPieces,
  type ListItem,
  type Place,
  type TableRow,
} from './tree.ts';
import { writeInlines } from './write-inlines.ts';

type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

/** Called when the text from an offset on, in UTF-16 units, stands in a place. */
export type Locate = (offset: number, place: Place) => void;

const maxHeadingLevel = 6;

/** Markdown of one line. */
function lineOf(content: readonly Inline[]): string {
  const writer = new InlineWriter();
  writeInlines(
    writer,
    content.map((inline) => (inline.kind === 'break' ? { text: ' ' } : inline)),
  );
  return writer.finish();
}

function paragraphOf(content: readonly Inline[]): string {
  const writer = new InlineWriter();
  writeInlines(writer, content);
  return writer.finish();
}

/** Writes a cell's blocks in one line, separated by `<br>`. */
function cellText(blocks: readonly Block[]): string {
  return blocks
    .map(blockInCell)
    .filter((text) => text !== '')
    .join('<br>');
}

function blockInCell(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return paragraphOf(block.content).replace(/ *\n/g, '<br>');
    case 'list':
      return block.items
        .map((item, index) => `${markerOf(block, item, index)}${cellText(item.blocks)}`)
        .join('<br>');
    case 'code':
      return block.text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .map((line) => `\`${line.replaceAll('`', "'")}\``)
        .join('<br>');
    case 'table':
      return block.rows
        .map(({ cells }) =>
          cells
            .map(({ blocks }) => cellText(blocks))
            .filter(Boolean)
            .join(', '),
        )
        .join('<br>');
    case 'quote':
    case 'note':
      return cellText(block.blocks);
    case 'separator':
      return '';
    case 'markdown':
      return block.text.trim().replace(/\s*\n\s*/g, '<br>');
  }
}

const toCell = ({ blocks, isHeader = false, columns = 1, rows = 1 }: Cell) => ({
  text: cellText(blocks),
  isHeader,
  columns,
  rows,
});

const toRow = ({ cells, isHead = false }: TableRow): Row => ({ cells: cells.map(toCell), isHead });

function markerOf({ ordered }: BlockOf<'list'>, { number }: ListItem, index: number): string {
  return ordered ? `${number ?? index + 1}. ` : '- ';
}

const withoutBlankEnds = (text: string) => text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();

/** Writes a document as Markdown, block by block, in what each call to `take` returns. */
class TreeWriter {
  readonly #blocks = new BlockWriter();
  readonly #locate: Locate | undefined;
  #depth = 0;

  constructor(locate?: Locate) {
    this.#locate = locate;
  }

  take(): string {
    return this.#blocks.take();
  }

  writeAll(blocks: readonly Block[]): void {
    for (const block of blocks) this.write(block);
  }

  write(block: Block): void {
    this.#locateAll(this.#blocks.length, block.at);
    const write = this.#writers[block.kind] as (block: Block) => unknown;
    write(block);
  }

  readonly #writers: { readonly [Kind in Block['kind']]: (block: BlockOf<Kind>) => unknown } = {
    heading: (block) => this.#writeHeading(block),
    paragraph: ({ content }) => this.#writeText(paragraphOf(content)),
    list: (block) => this.#writeList(block),
    table: (block) => this.#writeTable(block),
    code: ({ text, language = '' }) =>
      this.#writeText(text.trim() && fencedCode(withoutBlankEnds(text), language)),
    quote: ({ blocks }) => this.#writeWithin({ first: '> ', rest: '> ', isTight: false }, blocks),
    note: ({ label, blocks }) =>
      this.#writeWithin({ first: `[^${label}]: `, rest: '    ', isTight: false }, blocks),
    separator: () => this.#writeText('---'),
    markdown: ({ text }) => this.#writeText(withoutBlankEnds(text)),
  };

  #locateAll(offset: number, places: readonly Place[] = []): void {
    for (const place of places) this.#locate?.(offset, place);
  }

  /** Rows are lines, with one below the head that parts it from the others. */
  #locateRows(rows: readonly TableRow[], markdown: string): void {
    if (!this.#locate || !rows.some(({ at }) => at)) return;
    const lines = markdown.split('\n');
    let offset = this.#blocks.length;
    lines.forEach((line, index) => {
      const row = index < 2 ? index : index - 1;
      if (index !== 1) this.#locateAll(offset, rows[row]?.at);
      offset += line.length + 1;
    });
  }

  #writeText(markdown: string): void {
    if (markdown) this.#blocks.write(markdown);
  }

  #writeHeading({ level, content }: BlockOf<'heading'>): void {
    const text = lineOf(content);
    if (text) this.#blocks.write(headingLine(Math.min(Math.max(1, level), maxHeadingLevel), text));
  }

  #writeWithin(container: Parameters<BlockWriter['enter']>[0], blocks: readonly Block[]): boolean {
    this.#blocks.enter(container);
    this.writeAll(blocks);
    return this.#blocks.leave();
  }

  #writeList(list: BlockOf<'list'>): void {
    const isNested = this.#depth > 0;
    this.#depth += 1;
    let hasItems = false;
    let next = 1;
    for (const item of list.items) {
      const number = item.number ?? next;
      const marker = list.ordered ? `${number}. ` : '- ';
      // A number other than 1 cannot interrupt a paragraph.
      const interrupts = isNested && (!list.ordered || number === 1);
      const container = { first: marker, rest: ' '.repeat(marker.length), isTight: hasItems || interrupts };
      if (!this.#writeWithin(container, item.blocks)) continue;
      hasItems = true;
      next = number + 1;
    }
    this.#depth -= 1;
  }

  #writeTable({ rows }: BlockOf<'table'>): void {
    const markdown = tableToMarkdown(rows.map(toRow));
    if (markdown !== undefined) {
      this.#locateRows(rows, markdown);
      this.#writeText(markdown);
    }
    // One column is no table, only a frame around what stands in it.
    else for (const { cells } of rows) for (const { blocks } of cells) this.writeAll(blocks);
  }
}

/** Markdown of a document, in pieces of some of its blocks. */
export async function* writeBlocks(
  blocks: AsyncIterable<Block> | Iterable<Block>,
  locate?: Locate,
): AsyncGenerator<string> {
  yield* joinPieces(writtenBlocks(blocks, locate));
  yield '\n';
}

async function* writtenBlocks(
  blocks: AsyncIterable<Block> | Iterable<Block>,
  locate: Locate | undefined,
): AsyncGenerator<string> {
  const writer = new TreeWriter(locate);
  for await (const block of blocks) {
    writer.write(block);
    yield writer.take();
  }
}

/** Markdown of some blocks, which ends a line. */
export function blocksToMarkdown(blocks: Iterable<Block>): string {
  const writer = new TreeWriter();
  for (const block of blocks) writer.write(block);
  return `${writer.take()}\n`;
}
