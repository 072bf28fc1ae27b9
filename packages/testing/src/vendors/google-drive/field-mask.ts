import type { StubResponse } from '../../stub-server.ts';
import { refuse } from './refusal.ts';

type Mask = Map<string, Mask>;

/** Splits `a,b(c,d),e/f` at the commas that are not inside of brackets. */
function splitFields(fields: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of fields) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function parseMask(fields: string): Mask {
  const mask: Mask = new Map();
  for (const part of splitFields(fields)) {
    const [, name = '', inner, below] = /^([\w*]+)(?:\((.*)\)|\/(.*))?$/.exec(part) ?? [];
    // Brackets that hold nothing name no field, and are refused as one that there is not.
    const within = inner ?? below;
    mask.set(name, within === undefined ? new Map() : parseMask(within));
  }
  return mask;
}

function pick(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => pick(entry, mask));
  const record = value as Record<string, unknown>;
  const kept = [...mask].filter(([name]) => record[name] !== undefined);
  return Object.fromEntries(kept.map(([name, below]) => [name, pick(record[name], below)]));
}

type Known = { readonly [name: string]: Known | null };
const names = (list: string): Known => Object.fromEntries(list.split(' ').map((name) => [name, null]));

/** Fields of the resources of Drive v3 that a request may name: https://developers.google.com/workspace/drive/api/reference/rest/v3 */
const file: Known = {
  ...names(
    'appProperties contentHints contentRestrictions copyRequiresWriterPermission createdTime description driveId explicitlyTrashed exportLinks fileExtension folderColorRgb fullFileExtension hasAugmentedPermissions hasThumbnail headRevisionId iconLink id imageMediaMetadata isAppAuthorized kind labelInfo lastModifyingUser linkShareMetadata md5Checksum mimeType modifiedByMe modifiedByMeTime modifiedTime name originalFilename ownedByMe owners parents permissionIds permissions properties quotaBytesUsed resourceKey sha1Checksum sha256Checksum shared sharedWithMeTime sharingUser size spaces starred thumbnailLink thumbnailVersion trashed trashedTime trashingUser version videoMediaMetadata viewedByMe viewedByMeTime viewersCanCopyContent webContentLink webViewLink writersCanShare',
  ),
  capabilities: names('canCopy canDownload canEdit canListChildren canReadRevisions canShare canTrash'),
  shortcutDetails: names('targetId targetMimeType targetResourceKey'),
};
const drive = names('capabilities createdTime hidden id kind name restrictions');

export const knownFields = {
  file,
  files: { ...names('kind nextPageToken incompleteSearch'), files: file },
  drives: { ...names('kind nextPageToken'), drives: drive },
  changes: {
    ...names('kind nextPageToken newStartPageToken'),
    changes: { ...names('kind changeType driveId fileId removed time'), file, drive },
  },
  about: { ...names('kind storageQuota'), user: names('kind displayName emailAddress me permissionId') },
} as const satisfies Record<string, Known>;

/** Returns the first field of a mask that the resource does not have; undefined when it has them all. */
function unknownIn(mask: Mask, known: Known | null): string | undefined {
  for (const [name, below] of mask) {
    if (name === '*') continue;
    if (known === null || !(name in known)) return name;
    const inner = unknownIn(below, known[name] ?? null);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Returns an answer reduced to the fields that the request names, as Google's APIs do; refuses an unknown field. */
export function maskFields(answer: object, fields: string, known: Known): StubResponse {
  const mask = parseMask(fields);
  if (fields === '*') return { body: answer };
  const unknown = unknownIn(mask, known);
  if (unknown !== undefined)
    return refuse(400, 'invalidParameter', `Invalid field selection ${unknown}`, 'fields');
  return { body: pick(answer, mask) };
}
