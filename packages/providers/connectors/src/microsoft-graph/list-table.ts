import { AppError } from '@docfleet/errors';
import { parseJson } from '@docfleet/provider';
import type { z } from 'zod';
import { reach } from '../refusal.ts';
import type { GraphApi } from './graph-api.ts';
import type { siteReplies } from './replies.ts';

type Column = z.output<typeof siteReplies.columns>['value'][number];
type Row = z.output<typeof siteReplies.items>['value'][number];

interface SharePointList {
  readonly site: string;
  readonly id: string;
  readonly name: string;
}

/**
 * Fields that hold the readable text of a value that is an object, best first: of people, look-ups, managed metadata, links, places and
 * pictures.
 */
const writtenFields =
  'LookupValue Label Description Url DisplayName displayName Address Street City fileName Email'.split(' ');

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object' && value !== null) {
    const known = new Map(Object.entries(value));
    return writtenFields.map((name) => textOf(known.get(name))).find(Boolean) ?? '';
  }
  // Pictures and places come as JSON in a text.
  const inner = typeof value === 'string' && value.startsWith('{') ? parseJson(value) : undefined;
  if (typeof inner === 'object') return textOf(inner);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** A character reference of rich text; one that stands for no character stays as it is. */
function decoded(reference: string, body: string): string {
  if (!body.startsWith('#')) return namedEntities[body.toLowerCase()] ?? reference;
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : reference;
}

const plainText = (html: string): string =>
  html.replace(/<[^<>]*>/g, ' ').replace(/&(#?\w{1,10});/g, decoded);

/** The names behind the ids that a column of people or look-ups has, by the column's name. */
type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

const maxNames = 20_000;

/**
 * Returns the list and field with the names of a column's values; those of people are in a hidden list of each site. Undefined for other
 * columns.
 */
function sourceOf({ lookup, personOrGroup }: Column): { list: string; field: string } | undefined {
  if (lookup?.listId) return { list: lookup.listId, field: lookup.columnName ?? 'Title' };
  return personOrGroup == null ? undefined : { list: 'User Information List', field: 'Title' };
}

async function* rowsOf(api: GraphApi, site: string, list: string): AsyncGenerator<readonly Row[]> {
  for (let link: string | undefined; ; ) {
    const page = await api.listItems(site, list, link);
    yield page.value;
    const next = page['@odata.nextLink'];
    if (next === undefined) return;
    if (next === link) throw new AppError('LISTING_ENDLESS', 'SharePoint repeats the items of a list');
    link = next;
  }
}

async function readNames(api: GraphApi, site: string, source: { list: string; field: string }) {
  const names = new Map<string, string>();
  for await (const rows of rowsOf(api, site, source.list)) {
    for (const { id, fields } of rows) names.set(String(id ?? fields['id']), textOf(fields[source.field]));
    if (names.size >= maxNames) break;
  }
  return names;
}

/** Graph names single people and look-ups by their numbers alone: the names are in the lists that these refer to. One that is closed has none. */
async function namesOf(api: GraphApi, site: string, columns: readonly Column[]): Promise<Names> {
  const bySource = new Map<string, ReadonlyMap<string, string>>();
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const column of columns) {
    const source = sourceOf(column);
    if (!source) continue;
    const key = `${source.list}/${source.field}`;
    const read = bySource.get(key) ?? (await reach(readNames(api, site, source))).answer ?? new Map();
    bySource.set(key, read);
    names.set(column.name, read);
  }
  return names;
}

const cellOf = (column: Column, { fields }: Row, names: Names): string => {
  const number = fields[`${column.name}LookupId`];
  const named =
    number === undefined ? '' : (names.get(column.name)?.get(String(number)) ?? `#${String(number)}`);
  const text = textOf(fields[column.name]) || named;
  const plain = column.text?.textType === 'richText' ? plainText(text) : text;
  return plain.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
};

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;

/** A list as a table, read page by page while it is written. */
export async function* tableOf(
  api: GraphApi,
  { site, id, name }: SharePointList,
): AsyncGenerator<Uint8Array> {
  const { value } = await api.columns(site, id);
  const own = new Set(['ContentType', 'Attachments']);
  const columns = value.filter((column) => !column.hidden && !column.readOnly && !own.has(column.name));
  const names = await namesOf(api, site, columns);
  const head = line(columns.map(({ displayName }) => displayName.replaceAll('|', '\\|')));
  yield Buffer.from(`# ${name}\n\n${head}${line(columns.map(() => '---'))}`);
  for await (const rows of rowsOf(api, site, id))
    yield Buffer.from(rows.map((row) => line(columns.map((column) => cellOf(column, row, names)))).join(''));
}
