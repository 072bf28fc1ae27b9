import type { Attributes } from '../attributes.ts';
import { type OpenList, openCell, type Page } from '../page.ts';
import { type Rule, type Rules, rulesFor } from './rule.ts';
import { itemOf } from './tables.ts';

const highestNumber = 999_999_999;

const list: Rule = (page, attributes, name) => {
  page.endBlock();
  const around = page.lists.at(-1);
  // A list between items belongs to the one before.
  const isLoose = around?.hasItems === true && !around.isInItem;
  const indent = ' '.repeat(around?.isOrdered ? 3 : 2);
  if (isLoose) page.blocks.enter({ first: indent, rest: indent, isTight: true });
  page.lists.push(openList(page, attributes, name === 'ol'));
  const cell = openCell(page);
  const before = cell?.length ?? 0;
  return () => {
    page.endBlock();
    page.lists.pop();
    // A single item is no list, but a way to place a text.
    const [only, ...others] = cell?.slice(before) ?? [];
    if (cell && only !== undefined && others.length === 0) cell[before] = only.replace(/^(?:- |\d+\. )/, '');
    if (isLoose) page.blocks.leave();
  };
};

function openList({ lists }: Page, attributes: Attributes, isOrdered: boolean): OpenList {
  const number = numberOf(attributes.get('start')) ?? 1;
  return { isOrdered, isNested: lists.length > 0, number, hasItems: false, isInItem: false };
}

const item: Rule = (page, attributes) => {
  page.endBlock();
  const around = page.lists.at(-1) ?? openList(page, new Map(), false);
  around.number = numberOf(attributes.get('value')) ?? around.number;
  const marker = around.isOrdered ? `${around.number}. ` : '- ';
  const cell = openCell(page);
  if (cell) return itemInCell(page, cell, around, marker);
  // A number other than 1 cannot interrupt a paragraph.
  const interrupts = around.isNested && (!around.isOrdered || around.number === 1);
  page.blocks.enter({
    first: marker,
    rest: ' '.repeat(marker.length),
    isTight: around.hasItems || interrupts,
  });
  around.isInItem = true;
  return () => {
    page.endBlock();
    around.isInItem = false;
    if (!page.blocks.leave()) return;
    around.hasItems = true;
    around.number = Math.min(around.number + 1, highestNumber);
  };
};

/** Collects an item in a cell of a table, which is one line. */
function itemInCell(page: Page, cell: string[], around: OpenList, marker: string): () => void {
  const before = cell.length;
  return () => {
    page.endBlock();
    // Content of the cell may have turned out to be no table in the meantime.
    if (openCell(page) !== cell || cell.length === before) return;
    cell.push(itemOf(marker, cell.splice(before)));
    around.hasItems = true;
    around.number = Math.min(around.number + 1, highestNumber);
  };
}

function numberOf(value: string | undefined): number | undefined {
  return value && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** Terms and definitions, in the syntax that PHP Markdown Extra began and Pandoc reads. */
const term: Rule = (page) => {
  if (page.isAfterTerm) page.inline.breakLine();
  else page.endBlock();
  page.isAfterTerm = true;
  return undefined;
};

const definitions: Rule = (page) => {
  page.endBlock();
  page.isAfterTerm = false;
  return () => page.endBlock();
};

const definition: Rule = (page) => {
  page.endBlock();
  page.isAfterTerm = false;
  page.blocks.enter({ first: ': ', rest: '  ', isTight: true });
  return () => {
    page.endBlock();
    page.blocks.leave();
  };
};

export const listRules: Rules = {
  ...rulesFor('ul ol menu', list),
  li: item,
  dt: term,
  dd: definition,
  dl: definitions,
};
