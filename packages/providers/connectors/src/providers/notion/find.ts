import { AppError } from '@docfleet/errors';
import type { ConnectorItem } from '../../provider.ts';
import type { NotionApi } from './api.ts';
import type { Parent } from './replies.ts';
import { itemOf } from './tree.ts';

/** Levels above a page; beyond them Notion leads round in circles. */
const maxLevels = 100;

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'ITEM_NOT_FOUND';
/** Notion takes and returns ids with hyphens and without them. */
const plain = (id: string) => id.replaceAll('-', '').toLowerCase();

const idsOf = ({ page_id, block_id, database_id, data_source_id }: Parent) =>
  [page_id, block_id, database_id, data_source_id].flatMap((id) => id ?? []);

/** Reads what a parent lies in itself; undefined for the workspace. */
async function above(api: NotionApi, parent: Parent): Promise<Parent | undefined> {
  const { page_id, block_id, database_id } = parent;
  if (page_id) return (await api.page(page_id)).parent ?? undefined;
  if (block_id) return (await api.block(block_id)).parent ?? undefined;
  // Notion names the database with each of its data sources.
  return database_id ? ((await api.database(database_id)).parent ?? undefined) : undefined;
}

/** Tests whether something of the selection is what a page lies in; ITEM_FORBIDDEN where Notion does not show that. */
async function isWithin(
  api: NotionApi,
  parent: Parent | null | undefined,
  selection: ReadonlySet<string>,
): Promise<boolean> {
  let here = parent ?? undefined;
  for (let level = 0; here && level < maxLevels; level += 1) {
    if (idsOf(here).some((id) => selection.has(plain(id)))) return true;
    try {
      here = await above(api, here);
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
      throw new AppError('ITEM_FORBIDDEN', 'Notion does not show what the page lies in', { cause });
    }
  }
  return false;
}

/** A page as it is; undefined when Notion says that it is in the trash, deleted, or no longer shared, and outside of the selection. */
export async function findPage(
  api: NotionApi,
  id: string,
  { selection, now }: { readonly selection: readonly string[] | undefined; readonly now: number },
): Promise<ConnectorItem | undefined> {
  try {
    const page = await api.page(id);
    const selected = selection && new Set(selection.map(plain));
    const isThere =
      !page.in_trash &&
      (!selected || selected.has(plain(id)) || (await isWithin(api, page.parent, selected)));
    return isThere ? itemOf(page, now) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
