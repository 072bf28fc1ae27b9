import { fencedCode, inlineCode, tableToMarkdown } from '../../markdown/index.ts';
import type { Attributes } from '../attributes.ts';
import { openCell, type Page } from '../page.ts';
import { type Rule, type Rules, rulesFor } from './rule.ts';

const maxColumnsSpanned = 1_000;
const maxRowsSpanned = 65_534;
/** Lines of code that a cell holds in one line; longer code is no value of a row. */
const maxCodeLines = 20;

const isItem = (block: string | undefined) => block !== undefined && /^(?:- |\d{1,9}\. )/.test(block);

const hasLines = (block: string | undefined) => isItem(block) || block?.includes('<br>') === true;

/** Joins blocks of a cell in one line: breaks set items, code of several lines, and what follows them, apart. */
const joinBlocks = (blocks: readonly string[]): string =>
  blocks.reduce((text, block, index) => {
    const isBroken = hasLines(block) || hasLines(blocks[index - 1]);
    return index === 0 ? block : `${text}${isBroken ? '<br>' : ' '}${block}`;
  }, '');

/** Makes an item of a cell of its blocks, nested items with their depth. */
export function itemOf(marker: string, blocks: readonly string[]): string {
  const indent = ' '.repeat(marker.length);
  return marker + joinBlocks(blocks).replace(/<br>(?= *(?:- |\d{1,9}\. ))/g, `<br>${indent}`);
}

/** Makes the innermost table one that only places things: what its cells hold does not fit into a line. */
export function demoteTable(page: Page): void {
  const table = page.tables.at(-1);
  if (!table || table.isLayout) return;
  const blocks = [...table.blocks, ...(table.cell ?? [])];
  table.isLayout = true;
  table.rows.length = 0;
  for (const [index, block] of blocks.entries()) {
    const code = table.code.get(block);
    const lines = isItem(block) ? block.replace(/<br>(?= *(?:- |\d{1,9}\. ))/g, '\n') : block;
    if (block) page.write(code ?? lines, isItem(block) && isItem(blocks[index - 1]));
  }
}

/** Writes code of several lines: into a cell line by line, with breaks between, as a row of a table is one line. */
export function writeCode(page: Page, code: string): void {
  const block = fencedCode(code, page.codeLanguage);
  const lines = code.split('\n');
  const table = openCell(page) && page.tables.at(-1);
  if (!table || lines.length > maxCodeLines) {
    demoteTable(page);
    page.write(block);
    return;
  }
  const inCell = lines.map((line) => (line.trim() ? inlineCode(line) : '')).join('<br>');
  table.code.set(inCell, block);
  page.write(inCell);
}

const table: Rule = (page, attributes) => {
  page.endBlock();
  if (openCell(page)) demoteTable(page);
  const isLayout = attributes.get('role') === 'presentation';
  const opened = { rows: [], isInHead: false, cell: undefined, blocks: [], code: new Map(), isLayout };
  page.tables.push(opened);
  return () => {
    page.endBlock();
    // Code in the only row stands beside the numbers of its lines, or beside its explanation.
    const isListing = opened.rows.length === 1 && opened.code.size > 0;
    const markdown = isListing ? undefined : tableToMarkdown(opened.rows);
    if (markdown === undefined) demoteTable(page);
    page.tables.pop();
    if (markdown !== undefined) page.write(markdown);
  };
};

const head: Rule = ({ tables }) => {
  const around = tables.at(-1);
  if (!around) return undefined;
  around.isInHead = true;
  return () => {
    around.isInHead = false;
  };
};

const row: Rule = (page) => {
  page.endBlock();
  const around = page.tables.at(-1);
  if (around && !around.isLayout) around.rows.push({ cells: [], isHead: around.isInHead });
  return () => page.endBlock();
};

const cell: Rule = (page, attributes, name) => {
  page.endBlock();
  const around = page.tables.at(-1);
  if (!around || around.isLayout) return () => page.endBlock();
  const blocks: string[] = [];
  around.cell = blocks;
  return () => {
    page.endBlock();
    around.cell = undefined;
    if (around.isLayout) return;
    around.blocks.push(...blocks);
    if (around.rows.length === 0) around.rows.push({ cells: [], isHead: around.isInHead });
    around.rows.at(-1)?.cells.push({
      text: joinBlocks(blocks),
      isHeader: name === 'th',
      columns: spanOf(attributes, 'colspan', maxColumnsSpanned),
      rows: spanOf(attributes, 'rowspan', maxRowsSpanned),
    });
  };
};

function spanOf(attributes: Attributes, name: string, most: number): number {
  const span = Number.parseInt(attributes.get(name) ?? '1', 10);
  return span >= 1 ? Math.min(span, most) : 1;
}

const caption: Rule = (page) => {
  page.endBlock();
  return () => page.endBlock();
};

export const tableRules: Rules = { table, thead: head, tr: row, ...rulesFor('td th', cell), caption };
