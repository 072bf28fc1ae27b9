import { BlockWriter, escapeText, InlineWriter, type Row } from '../markdown/index.ts';

/** A table that is being read. */
interface OpenTable {
  readonly rows: Row[];
  isInHead: boolean;
  /** The texts of the blocks in the cell that is open, and those in the cells before. */
  cell: string[] | undefined;
  readonly blocks: string[];
  /** Code of several lines as a block of its own, by its form in a cell. */
  readonly code: Map<string, string>;
  /** Whether it only places things on the screen: then its cells are blocks like any other. */
  isLayout: boolean;
}

/** A formula that is being read. */
export interface OpenFormula {
  /** Text of it and of the elements in it; the innermost that is open comes last. */
  readonly open: { readonly parts: string[]; text: string }[];
  /** TeX of its author, where the page has it; else empty. */
  written: string;
}

export interface OpenList {
  readonly isOrdered: boolean;
  /** Whether it stands in an item, and so follows its text without an empty line. */
  readonly isNested: boolean;
  number: number;
  hasItems: boolean;
  isInItem: boolean;
}

/** Characters of addresses that a document keeps in any case. */
const maxKeptAddresses = 32_768;
const maxAddressShare = 0.6;

/**
 * Tests whether a document is mostly addresses of links: then they are left out, as every one would be embedded and paid for like a
 * sentence, and would hide the words beside it. `characters` are those of the whole document.
 */
export const isMostlyAddresses = (addresses: number, characters: number): boolean =>
  addresses > maxKeptAddresses && addresses > characters * maxAddressShare;

/** State of a document's conversion, which the rules of elements read and change. */
export interface Page {
  /** Whether links and pictures are written with their addresses. */
  readonly keepsAddresses: boolean;
  readonly inline: InlineWriter;
  readonly blocks: BlockWriter;
  readonly tables: OpenTable[];
  readonly lists: OpenList[];
  /** The heading that is open; 0 outside of one. */
  headingLevel: number;
  /** Text taken as it is, of code and of the title; undefined elsewhere. */
  verbatim: string | undefined;
  /** The formula that is open, if one is. */
  formula: OpenFormula | undefined;
  /** Readings of the characters before, which wait for the end of the word. */
  readings: string[];
  /** The language of the code that is open, where it is said. */
  codeLanguage: string;
  /** Whether a term was read that waits for its definition. */
  isAfterTerm: boolean;
  title: string;
  hasMainHeading: boolean;
  /** Number of open elements whose header and footer belong to them and not to the page. */
  sections: number;
  /** Ends the block that is open, or the line of code; in a heading, which is one block, only a word. */
  endBlock(): void;
  /** Writes a finished block, into the table's cell if one is open. */
  write(block: string, isTight?: boolean): void;
}

/** Returns the texts of the open table cell; undefined outside of tables. */
export function openCell({ tables }: Pick<Page, 'tables'>): string[] | undefined {
  const table = tables.at(-1);
  return table?.isLayout === false ? table.cell : undefined;
}

export function createPage(keepsAddresses = true): Page {
  const inline = new InlineWriter();
  const blocks = new BlockWriter();
  const tables: OpenTable[] = [];
  const write = (block: string, isTight?: boolean) => {
    const cell = openCell({ tables });
    if (cell) cell.push(block.replaceAll('\n', ' '));
    else blocks.write(block, isTight);
  };
  return {
    keepsAddresses,
    inline,
    blocks,
    tables,
    lists: [],
    headingLevel: 0,
    verbatim: undefined,
    formula: undefined,
    readings: [],
    codeLanguage: '',
    isAfterTerm: false,
    title: '',
    hasMainHeading: false,
    sections: 0,
    write,
    endBlock() {
      if (this.verbatim && !this.verbatim.endsWith('\n')) this.verbatim += '\n';
      if (this.headingLevel > 0) return inline.space();
      const text = inline.finish();
      if (text) write(text);
    },
  };
}

/**
 * Closes the open blocks and returns the remaining Markdown. A page without a main heading gets its title, unless part of it was
 * taken already.
 */
export function finishPage(page: Page, isBegun: boolean): string {
  page.endBlock();
  const markdown = page.blocks.take();
  if (!isBegun && !markdown) return '';
  return `${page.hasMainHeading ? '' : titleOf(page)}${markdown}\n`;
}

function titleOf({ title }: Page): string {
  return title ? `# ${escapeText(title, { startsLine: false, isInLink: false })}\n\n` : '';
}
