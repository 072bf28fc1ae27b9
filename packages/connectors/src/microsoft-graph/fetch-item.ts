import { AppError } from '@docfleet/errors';
import type { FetchedItem } from '../provider.ts';
import type { GraphApi } from './graph-api.ts';
import { readExternalId, reasonToSkip, versionOf } from './to-item.ts';

/** Opens a file's content. */
export async function fetchItem(api: GraphApi, externalId: string): Promise<FetchedItem> {
  const { drive, id } = readExternalId(externalId);
  if (id === undefined) throw new AppError('ITEM_NOT_FOUND', 'The id names no item of a drive');
  const item = await api.item(drive, id);
  const reason = reasonToSkip(item);
  if (reason) throw new AppError(item.malware == null ? 'ITEM_UNSUPPORTED' : 'ITEM_FORBIDDEN', reason);
  const answer = await api.content(drive, id);
  const mimeType = item.file?.mimeType ?? answer.headers.get('content-type') ?? 'application/octet-stream';
  // Read before the content: should that be newer, the next sync sees another version and fetches again.
  return { body: answer.body, mimeType, fileName: item.name, versionKey: versionOf(item) };
}
