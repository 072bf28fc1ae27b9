import { AppError } from '@docfleet/errors';
import type { Answer } from '../../exchange.ts';
import type { ConnectorItem, FetchedItem, ItemVersion, SkippedItem } from '../../provider.ts';
import { wholeBody } from '../../whole-body.ts';
import { type DriveApi, vendorName } from './drive-api.ts';
import type { DriveFile } from './replies.ts';

/** Format that a file of a Google editor, which has no bytes, is exported to: the one that the parser reads best. */
interface Export {
  readonly mimeType: string;
  readonly extension: string;
}

const office = 'application/vnd.openxmlformats-officedocument';
const google = 'application/vnd.google-apps';

/** https://developers.google.com/workspace/drive/api/guides/ref-export-formats; a CSV export has the first sheet only. */
const exportsOfKinds: Readonly<Record<string, Export>> = {
  [`${google}.document`]: { mimeType: `${office}.wordprocessingml.document`, extension: 'docx' },
  [`${google}.spreadsheet`]: { mimeType: `${office}.spreadsheetml.sheet`, extension: 'xlsx' },
  [`${google}.presentation`]: { mimeType: `${office}.presentationml.presentation`, extension: 'pptx' },
  [`${google}.drawing`]: { mimeType: 'application/pdf', extension: 'pdf' },
};

export const folderKind = `${google}.folder`;
export const shortcutKind = `${google}.shortcut`;

export const exportOf = (mimeType: string): Export | undefined => exportsOfKinds[mimeType];

/** Forms, sites, maps, scripts: Google hands out no document of them. */
export const isUnreadableKind = (mimeType: string): boolean =>
  mimeType.startsWith(`${google}.`) && !exportOf(mimeType);

/** Google's own kinds have no revisions of bytes; their time moves with each edit and with nothing else that is read. */
const contentVersionOf = (file: DriveFile): string =>
  file.headRevisionId ?? file.md5Checksum ?? file.modifiedTime ?? '';

/** A version names the resource key that its content has to be asked for with. */
const keyMark = ' key=';
const versionOf = (file: DriveFile): string =>
  contentVersionOf(file) + (file.resourceKey === undefined ? '' : keyMark + file.resourceKey);
export const resourceKeyOf = (version: string | null | undefined): string | undefined =>
  version?.split(keyMark)[1];

/** Tests whether a version is that of a file with bytes of its own: the others' are times. */
export const isOfBytes = (version: string): boolean => version !== '' && !/^\d{4}-\d{2}-\d{2}T/.test(version);

/** Returns the reason why a file's content cannot be read; undefined when it can. */
export function reasonToSkip(file: DriveFile): string | undefined {
  if (isUnreadableKind(file.mimeType)) {
    const kind = file.mimeType.split('.').at(-1);
    return `Google Drive cannot export a file of the kind "${kind}"`;
  }
  if (!file.capabilities.canDownload) return 'Its owner does not allow downloads';
  return undefined;
}

export const toSkipped = (file: DriveFile, reason: string): SkippedItem => ({
  externalId: file.id,
  name: file.name,
  reason,
});

/** Bytes of a file that has some of its own: Google writes 64-bit integers as texts. */
const sizeOf = ({ size }: DriveFile): number | null => {
  const bytes = Number(size);
  return Number.isNaN(bytes) ? null : bytes;
};

/** A file as the contract shows it; `folder` is the path of where it lies, null when that is not known. */
export function toItem(file: DriveFile, folder: string | null): ConnectorItem {
  return {
    externalId: file.id,
    name: file.name,
    path: folder === null ? null : `${folder}/${file.name}`,
    url: file.webViewLink ?? null,
    mimeType: exportOf(file.mimeType)?.mimeType ?? file.mimeType,
    sizeBytes: exportOf(file.mimeType) ? null : sizeOf(file),
    modifiedAt: file.modifiedTime ?? null,
    versionKey: versionOf(file),
    kind: 'file',
  };
}

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
