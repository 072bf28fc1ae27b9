import type { NotionApi } from './api.ts';
import { cutProperties } from './properties.ts';
import type { Page } from './replies.ts';

/** Requests for the values of one property, a hundred each; of a longer one the beginning is read, and said to be one. */
const maxRequests = 10;

/** Returns the listed values of a rollup that shows values, the computed value of any other. */
const rollupOf = (computed: unknown, values: readonly unknown[]) =>
  (computed as { type?: unknown } | undefined)?.type === 'array' || computed === undefined
    ? { type: 'array', array: values }
    : computed;

async function allValues(api: NotionApi, page: string, { id, type }: { id: string; type: string }) {
  const values: unknown[] = [];
  let computed: unknown;
  let cursor: string | null = null;
  for (let request = 0; request < maxRequests; request += 1) {
    const list = await api.property(page, id, cursor);
    values.push(...list.results.map((one) => (type === 'rollup' ? one : one[type])));
    // The last response has what was computed of all.
    computed = list.property_item?.['rollup'];
    cursor = list.next_cursor;
    if (cursor === null) break;
  }
  return { type, [type]: type === 'rollup' ? rollupOf(computed, values) : values, has_more: cursor !== null };
}

/** A page with all values of its properties: Notion shows 25 references of each with the page itself. */
export async function wholeProperties(api: NotionApi, page: Page): Promise<Page> {
  const properties = { ...page.properties };
  for (const { name, ...cut } of cutProperties(page)) properties[name] = await allValues(api, page.id, cut);
  return { ...page, properties };
}
