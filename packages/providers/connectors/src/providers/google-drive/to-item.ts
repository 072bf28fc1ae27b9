import type { ConnectorItem, SkippedItem } from '../../provider.ts';
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
export const versionOf = (file: DriveFile): string =>
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
export const sizeOf = ({ size }: DriveFile): number | null => {
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
