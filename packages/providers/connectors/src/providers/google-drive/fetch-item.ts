import { AppError } from '@docfleet/errors';
import type { Answer } from '../../exchange.ts';
import type { FetchedItem, ItemVersion } from '../../provider.ts';
import { wholeBody } from '../../whole-body.ts';
import { type DriveApi, vendorName } from './drive-api.ts';
import type { DriveFile } from './replies.ts';
import { exportOf, isOfBytes, reasonToSkip, resourceKeyOf, sizeOf, versionOf } from './to-item.ts';

/** Beyond an export's limit, or a file of Google's own kinds, which has no bytes. */
const isUnsupported = (error: unknown) => error instanceof AppError && error.code === 'ITEM_UNSUPPORTED';

/** Exports end at 10 MB (https://developers.google.com/workspace/drive/api/reference/rest/v3/files/export); the file's own links do not. */
async function exportWhole(api: DriveApi, file: DriveFile, mimeType: string): Promise<Answer> {
  try {
    return await api.contents.export(file.id, mimeType, file.resourceKey);
  } catch (error) {
    const link = file.exportLinks[mimeType];
    if (!link || !isUnsupported(error)) throw error;
    return await api.contents.followExportLink(link);
  }
}

/** Bytes of a file that was listed, with one request; undefined when Google says that it has none of its own. */
async function fetchBytes(
  api: DriveApi,
  { externalId, versionKey, name, sizeBytes }: ItemVersion,
): Promise<FetchedItem | undefined> {
  if (!name || !isOfBytes(versionKey)) return undefined;
  try {
    const { body, headers } = await api.contents.download(externalId, resourceKeyOf(versionKey));
    const mimeType = headers.get('content-type') || 'application/octet-stream';
    // The version that was listed: should the bytes be newer, the next sync sees another one and fetches again.
    return { body: wholeBody(body, { vendor: vendorName, sizeBytes }), mimeType, fileName: name, versionKey };
  } catch (error) {
    if (isUnsupported(error)) return undefined;
    throw error;
  }
}

/** Opens a file's content, in the form that its kind is exported to. */
export async function fetchItem(api: DriveApi, item: ItemVersion): Promise<FetchedItem> {
  return (await fetchBytes(api, item)) ?? (await fetchDescribed(api, item));
}

async function fetchDescribed(
  api: DriveApi,
  { externalId, versionKey: listed }: ItemVersion,
): Promise<FetchedItem> {
  const file = await api.files.get(externalId, resourceKeyOf(listed));
  if (file.trashed) throw new AppError('ITEM_NOT_FOUND', 'The file is in the trash');
  const reason = reasonToSkip(file);
  if (reason) {
    throw new AppError(file.capabilities.canDownload ? 'ITEM_UNSUPPORTED' : 'ITEM_FORBIDDEN', reason);
  }
  // Read before the content: should that be newer, the next sync sees another version and fetches again.
  const versionKey = versionOf(file);
  const exported = exportOf(file.mimeType);
  if (!exported) {
    const answer = await api.contents.download(externalId, file.resourceKey);
    const body = wholeBody(answer.body, { vendor: vendorName, sizeBytes: sizeOf(file) });
    return { body, mimeType: file.mimeType, fileName: file.name, versionKey };
  }
  const { body } = await exportWhole(api, file, exported.mimeType);
  const suffix = `.${exported.extension}`;
  const fileName = file.name.toLowerCase().endsWith(suffix) ? file.name : file.name + suffix;
  return { body, mimeType: exported.mimeType, fileName, versionKey };
}
