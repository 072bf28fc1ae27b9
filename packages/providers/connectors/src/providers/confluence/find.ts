import { AppError } from '@docfleet/errors';
import type { Choice, ConnectorItem } from '../../provider.ts';
import type { ConfluenceApi } from './api.ts';
import { itemOf, readExternalId, spacePrefix } from './list.ts';
import { nextOf } from './lists.ts';

/** The spaces of a site, as a selection names them. */
export async function* chooseSpaces(api: ConfluenceApi): AsyncGenerator<Choice> {
  for (let cursor: string | undefined; ; ) {
    const page = await api.spaces(cursor);
    for (const { key, name } of page.results)
      yield { externalId: `space:${key}`, name: name ? `${name} (${key})` : key, url: null };
    const next = nextOf(page);
    if (next === undefined) return;
    if (next === cursor)
      throw new AppError('LISTING_ENDLESS', 'Confluence repeats its spaces instead of coming to an end');
    cursor = next;
  }
}

/** Tests whether a page or blog post that is there is selected itself, or lies in a selected space or below a selected page. */
async function isSelected(
  api: ConfluenceApi,
  externalId: string,
  selection: readonly string[],
): Promise<boolean> {
  if (selection.includes(externalId)) return true;
  const { kind, id } = readExternalId(externalId);
  const { space, above } = await api.findPlace(kind, id);
  for (const selected of selection) {
    if (!selected.startsWith(spacePrefix)) {
      if (above.includes(selected)) return true;
      continue;
    }
    const { results } = await api.space(selected.slice(spacePrefix.length));
    if (results.some((one) => one.id === space)) return true;
  }
  return false;
}

/** A page as it is; undefined when Confluence says that it is gone, archived or in the trash, and outside of the selection. */
export async function findContent(
  api: ConfluenceApi,
  externalId: string,
  selection: readonly string[] | undefined,
): Promise<ConnectorItem | undefined> {
  const { kind, id } = readExternalId(externalId);
  try {
    const page = await api.content(kind, id);
    const isThere =
      page.status === 'current' && (!selection || (await isSelected(api, externalId, selection)));
    return isThere ? itemOf(kind, page, page._links.base) : undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return undefined;
    throw error;
  }
}
