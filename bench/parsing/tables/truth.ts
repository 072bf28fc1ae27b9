import { DOMParser } from 'linkedom';
import { plainOf } from '../public/html-facts.ts';

/** A table as a grid; a cell that reaches over several rows or columns stands in each of them. */
export type Grid = readonly (readonly string[])[];

/** The tables that a file of the ICDAR 2013 competition (`NAME-str.xml`) states for a PDF. A table over two pages has two regions. */
export function tablesOf(xml: string): Grid[] {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  return [...document.querySelectorAll('table')].map((table) => {
    const rows: string[][] = [];
    for (const cell of table.querySelectorAll('cell')) {
      const region = cell.closest('region');
      const shift = (name: string) => Number(region?.getAttribute(name) ?? 0);
      const place = (name: string) => Number(cell.getAttribute(`start-${name}`));
      const end = (name: string) => Number(cell.getAttribute(`end-${name}`) ?? place(name));
      const text = plainOf(cell.querySelector('content')?.textContent ?? '');
      for (let row = place('row'); row <= end('row'); row++)
        for (let column = place('col'); column <= end('col'); column++) {
          const line = rows[row + shift('row-increment')] ?? [];
          rows[row + shift('row-increment')] = line;
          line[column + shift('col-increment')] = text;
        }
    }
    return Array.from(rows, (row) => Array.from(row ?? [], (text) => text ?? ''));
  });
}

/** The next cell with a text that is another one: blank cells, and those that a cell reaches over, are passed. */
const nextOther = (text: string, others: readonly (string | undefined)[]) => {
  const next = others.find(Boolean);
  return next === text ? undefined : next;
};

/** Each cell with the next one to the right and below, blank ones passed, as the competition counts them; letters alone are compared. */
export const neighborsIn = (tables: readonly Grid[]): string[] =>
  tables.flatMap((rows) =>
    rows.flatMap((row, index) =>
      row.flatMap((text, column) => {
        if (!text) return [];
        const right = nextOther(text, row.slice(column + 1));
        const below = nextOther(
          text,
          rows.slice(index + 1).map((other) => other[column]),
        );
        const pairs = [...(right ? [`${text}>${right}`] : []), ...(below ? [`${text}/${below}`] : [])];
        return pairs.map((pair) => pair.replaceAll(' ', ''));
      }),
    ),
  );
