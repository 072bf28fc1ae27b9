import type { ConnectorItem, SkippedItem } from '../provider.ts';
import type { DriveItem } from './replies.ts';

/** OneDrive of consumers writes the id of a drive now in capitals and now not, and may leave out leading zeros: these are one drive. */
const consumerDrive = /^[0-9a-f]{12,16}$/i;

/** A drive's id in the form in which it is compared and stored. */
export const normalDrive = (id: string): string =>
  consumerDrive.test(id) ? id.toLowerCase().padStart(16, '0') : id;

/** Item ids are unique within their drive; neither id has a colon in it. */
export const externalIdOf = (drive: string, id: string): string => `${normalDrive(drive)}:${id}`;

/** Selected ids in the form in which they are compared: those of sites, pages and lists stay as they are. */
export const normalSelection = (selection: readonly string[] | undefined): readonly string[] | undefined =>
  selection?.map((id) => {
    if (/^(pages|lists):/.test(id) || id.includes(',')) return id;
    const { drive, id: item } = readExternalId(id);
    return item === undefined ? drive : externalIdOf(drive, item);
  });

/** The drive and item that an external id, or a selected id, names; `id` is undefined when it names a whole drive. */
export function readExternalId(externalId: string): { drive: string; id: string | undefined } {
  const at = externalId.lastIndexOf(':');
  if (at === -1) return { drive: normalDrive(externalId), id: undefined };
  return { drive: normalDrive(externalId.slice(0, at)), id: externalId.slice(at + 1) };
}

/**
 * Form of the eTags of business drives, whose change feed leaves them out: https://learn.microsoft.com/graph/api/driveitem-delta#remarks
 */
const businessTag = /^"c:\{/;

/** `cTag` changes with the content alone, `eTag` with a new name too; the latter is the one that businesses send in every list. */
function versionOf({ cTag, eTag, lastModifiedDateTime }: DriveItem): string {
  const contentTag = businessTag.test(cTag ?? '') ? undefined : cTag;
  return contentTag ?? eTag ?? cTag ?? lastModifiedDateTime ?? '';
}

/** The version that a fetched item has: the listed one, if it is still that by either tag. */
export const fetchedVersion = (item: DriveItem, listed: string): string =>
  listed === item.cTag || listed === item.eTag ? listed : versionOf(item);

export const isFolder = (item: DriveItem): boolean => item.folder != null && !item.package;

/** Tests for the sections of a notebook and their table of contents, which change feeds also name. */
const isSection = ({ name, file }: DriveItem): boolean => file !== undefined && /\.one(toc2)?$/i.test(name);

/** Returns the reason why an item's content cannot be read; undefined when it can. */
export function reasonToSkip(item: DriveItem): string | undefined {
  if (item.package?.type === 'oneNote' || isSection(item))
    return 'OneNote notebooks are not files and cannot be downloaded';
  if (item.package) return `A package of the kind "${item.package.type}" cannot be downloaded`;
  if (item.malware != null) return 'Microsoft has found malware in it';
  return item.file ? undefined : 'It is neither a file nor a folder';
}

export const toSkipped = (drive: string, item: DriveItem, reason: string): SkippedItem => ({
  externalId: externalIdOf(drive, item.id),
  name: item.name,
  reason,
});

/** The folders above an item, from `/drives/x/root:/a/b`, where the listing has them: change feeds of businesses do not. */
function folderOf({ parentReference }: DriveItem): string | null {
  const [, folders] = /root:(.*)$/.exec(parentReference.path ?? '') ?? [];
  if (folders === undefined) return null;
  try {
    return decodeURIComponent(folders);
  } catch {
    // A name with a lone percent sign, which was not encoded after all.
    return folders;
  }
}

/** A file as the contract shows it. */
export function toItem(drive: string, item: DriveItem): ConnectorItem {
  const folder = folderOf(item);
  return {
    externalId: externalIdOf(drive, item.id),
    name: item.name,
    path: folder === null ? null : `${folder}/${item.name}`,
    url: item.webUrl ?? null,
    mimeType: item.file?.mimeType ?? null,
    sizeBytes: item.size ?? null,
    modifiedAt: item.lastModifiedDateTime ?? null,
    versionKey: versionOf(item),
    kind: 'file',
  };
}
