import { z } from 'zod';
import { type Listing, type Page, textOf } from './replies.ts';

/** Position in the rows of a data source. */
export const rowsPosition = z.strictObject({
  cursor: z.string().nullable(),
  /** The rows of this query were created then or later; null for all. */
  createdSince: z.string().nullable(),
  /** Whether Notion has said of an earlier page of the query that it does not return everything. */
  isCapped: z.boolean(),
});
export type RowsPosition = z.output<typeof rowsPosition>;

export const firstRows: RowsPosition = { cursor: null, createdSince: null, isCapped: false };

/** Tests whether a result is a page that the integration may read: of others Notion shows the id alone. */
export const isPage = (result: Listing['results'][number]): result is Page =>
  result.object === 'page' && 'last_edited_time' in result;

/**
 * Returns the position after a page of rows, in the order of their creation: a query returns 10,000 at most, and the next one begins with
 * the minute in which the last row was created. `isWhole` is false where that makes no progress, as more were created within one minute.
 * https://developers.notion.com/guides/data-apis/query-large-data-sources
 */
export function afterRows(
  { next_cursor, results, request_status }: Listing,
  position: RowsPosition,
): { readonly next: RowsPosition | undefined; readonly isWhole: boolean } {
  const isCapped = position.isCapped || request_status?.type === 'incomplete';
  if (next_cursor !== null) return { next: { ...position, cursor: next_cursor, isCapped }, isWhole: true };
  if (!isCapped) return { next: undefined, isWhole: true };
  const createdSince = results.findLast(isPage)?.created_time;
  const leadsOn = createdSince !== undefined && createdSince !== position.createdSince;
  return { next: leadsOn ? { ...firstRows, createdSince } : undefined, isWhole: leadsOn };
}

const named = z.object({ name: z.string().nullish() });
const names = z.array(named);
const date = z.object({ start: z.string(), end: z.string().nullish() });
const uniqueId = z.object({ prefix: z.string().nullish(), number: z.number().nullish() });
const verification = z.object({ state: z.string() });
const place = z.object({ name: z.string().nullish(), address: z.string().nullish() });
const property = z.looseObject({ type: z.string() });
const references = z.array(z.object({ id: z.string() }));

/** The titles of pages that were asked for, by their ids; empty for a page that the connection does not see. */
type Titles = ReadonlyMap<string, string>;

/** Related pages whose titles are asked for: each is a request, at three a second. */
export const maxRelated = 25;
/** Values of a property that a page includes; further values need a request of their own. */
const maxShown = 25;
const listed = ['title', 'rich_text', 'people', 'relation'];

/** The values of a property that is a list, those of a rollup included, which shows what related pages have. */
function shownValues(type: string, value: unknown): readonly unknown[] {
  const values = type === 'rollup' ? property.safeParse(value).data?.['array'] : value;
  return (type === 'rollup' || listed.includes(type)) && Array.isArray(values) ? values : [];
}

/** Tests whether a rollup was computed of the related pages that are shown, and not of all. */
const isComputed = (type: string, value: unknown) =>
  type === 'rollup' && property.safeParse(value).data?.type !== 'array';

/** The properties of which a page may show only the beginning, or what follows from that: their names, ids and types. */
export function cutProperties({ properties }: Page): { name: string; id: string; type: string }[] {
  const all = Object.entries(properties);
  const isFull = ({ type, ...rest }: Page['properties'][string]) =>
    shownValues(type, rest[type]).length >= maxShown;
  const hasFullRelation = all.some(([, one]) => one.type === 'relation' && isFull(one));
  return all.flatMap(([name, one]) => {
    const { type, id } = one;
    const isCut = isFull(one) || (hasFullRelation && isComputed(type, one[type]));
    return isCut && typeof id === 'string' ? [{ name, id, type }] : [];
  });
}

const relatedIn = (value: unknown): string[] => (references.safeParse(value).data ?? []).map(({ id }) => id);

/** A value of a rollup, which Notion shows without its list where each value is requested by itself. */
const asList = ({ type, ...given }: z.output<typeof property>): z.output<typeof property> => {
  const value = given[type];
  return listed.includes(type) && value && !Array.isArray(value)
    ? { type, [type]: [value] }
    : { type, ...given };
};

/** Values that are lists or refer to others. */
function writeCompound(type: string, value: unknown, titles: Titles): string | undefined {
  switch (type) {
    case 'relation':
      return relatedIn(value)
        .map((id) => titles.get(id))
        .filter(Boolean)
        .join(', ');
    case 'rollup':
    case 'formula': {
      const computed = property.safeParse(value).data;
      return computed ? writeValue(computed, titles) : '';
    }
    case 'array':
      return (z.array(property).safeParse(value).data ?? [])
        .map((one) => writeValue(asList(one), titles))
        .filter((text) => text !== '')
        .join(', ');
    case 'multi_select':
    case 'people':
    case 'files':
      return (names.safeParse(value).data ?? []).flatMap(({ name }) => name ?? []).join(', ');
    default:
      return undefined;
  }
}

/** Writes a property's value as text; empty for a property without one. */
function writeValue({ type, ...given }: z.output<typeof property>, titles: Titles): string {
  const value = given[type];
  const compound = writeCompound(type, value, titles);
  if (compound !== undefined) return compound;
  switch (type) {
    case 'title':
    case 'rich_text':
      return textOf(value);
    case 'select':
    case 'status':
    case 'created_by':
    case 'last_edited_by':
      return named.safeParse(value).data?.name ?? '';
    case 'unique_id': {
      const { prefix, number } = uniqueId.safeParse(value).data ?? {};
      return [prefix, number].filter((part) => part !== null && part !== undefined).join('-');
    }
    case 'date': {
      const period = date.safeParse(value).data;
      return period ? [period.start, period.end].filter(Boolean).join(' – ') : '';
    }
    case 'verification':
      return verification.safeParse(value).data?.state ?? '';
    case 'place': {
      const { name, address } = place.safeParse(value).data ?? {};
      return [name, address].filter(Boolean).join(', ');
    }
    case 'checkbox':
    case 'boolean':
      return value ? 'Yes' : 'No';
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }
}

/** The pages that a page's relations name. */
export const relatedPages = ({ properties }: Page): string[] =>
  Object.values(properties).flatMap((one) => relatedIn(one['relation']));

/** A note on values that were not requested; only their number may be known. */
function unreadOf(one: Page['properties'][string], titles: Titles): string[] {
  const unread = relatedIn(one['relation']).filter((id) => !titles.has(id)).length;
  return [unread > 0 ? `and ${unread} more` : '', one['has_more'] === true ? 'and more' : ''];
}

/** The properties of a database's row, a line each, with the titles of related pages; empty for a page that has but a title. */
export function propertyLines({ properties }: Page, titles: Titles): string {
  return Object.entries(properties)
    .filter(([, { type }]) => type !== 'title')
    .map(
      ([name, one]) => [name, [writeValue(one, titles), ...unreadOf(one, titles)].filter(Boolean)] as const,
    )
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `- ${name}: ${values.join(', ')}`)
    .join('\n');
}
