import { basename } from 'node:path/posix';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readSelectionCursor, writeSelectionCursor } from '../../cursor.ts';
import type { ConnectorItem, ListPage, SkippedItem } from '../../provider.ts';
import { missingPart, readPart } from '../../read-part.ts';
import { type S3Api, type S3Object, versionOf } from './api.ts';
import { isIncluded, type S3Settings } from './settings.ts';

const position = z.strictObject({
  root: z.number(),
  token: z.string().nullable(),
  /** Whether a part was refused, so that items may exist that were not listed. */
  isCut: z.boolean().default(false),
});

/** The host is a part of ids, as buckets of two servers may have one name. */
export const idPrefixOf = ({ endpoint, bucket }: S3Settings): string =>
  `${new URL(endpoint).host}/${bucket}/`;

const isFolder = (root: string) => root === '' || root.endsWith('/');
const liesBelow = (root: string) => (other: string) =>
  other !== root && isFolder(other) && root.startsWith(other);

/** Returns the selected keys and prefixes (those that end with a slash), each once, without those outside of the connection's prefix. */
function rootsOf(selection: readonly string[] | undefined, settings: S3Settings): readonly string[] {
  const { prefix } = settings;
  if (!selection) return [prefix];
  const ids = idPrefixOf(settings);
  const keys = selection.map((one) => (one.startsWith(ids) ? one.slice(ids.length) : one));
  const roots = [...new Set(keys.map((key) => (isFolder(key) && prefix.startsWith(key) ? prefix : key)))];
  return roots.filter((root) => root.startsWith(prefix) && !roots.some(liesBelow(root))).toSorted();
}

const archived = ['GLACIER', 'DEEP_ARCHIVE'];

/** Returns the reason why an archived object cannot be read; undefined for any other, and while there is a restored copy of it. */
function reasonOfArchive({ StorageClass, RestoreStatus }: S3Object): string | undefined {
  if (!archived.includes(StorageClass ?? '')) return undefined;
  if (RestoreStatus?.IsRestoreInProgress)
    return `It is archived (${StorageClass}), and being restored: it is read by a later sync`;
  const isReadable = RestoreStatus?.RestoreExpiryDate !== undefined;
  return isReadable ? undefined : `It is archived (${StorageClass}): restore it to have it read`;
}

/** Returns the reason why an object cannot be read; undefined when it can. */
function reasonToSkip(object: S3Object): string | undefined {
  const { Key, ETag } = object;
  const archive = reasonOfArchive(object);
  if (archive) return archive;
  if (Key.split('/').some((part) => part === '.' || part === '..'))
    return 'Its key has a part that is . or .., which addresses cannot hold';
  if (Key.includes('\0')) return 'Its key contains the character NUL';
  if (Key.endsWith('/')) return 'Its key ends with a slash, as that of a folder';
  if (!ETag) return 'The server lists it without an entity tag, which distinguishes versions';
  return undefined;
}

/** PostgreSQL cannot store the character NUL. */
const storable = (key: string) => key.replaceAll('\0', '%00');

/** Keys matched against patterns before other work of the process gets a turn. */
const keysAtOnce = 50;

async function sortObjects(objects: readonly S3Object[], settings: S3Settings) {
  const items: ConnectorItem[] = [];
  const skipped: SkippedItem[] = [];
  const ids = idPrefixOf(settings);
  for (const [index, object] of objects.entries()) {
    if (!(index % keysAtOnce)) await setImmediate();
    const { Key: key, Size: size = null, ETag, LastModified } = object;
    // An empty object whose key ends with a slash is how consoles make a folder.
    if ((key.endsWith('/') && size === 0) || !isIncluded(key, settings)) continue;
    const externalId = `${ids}${storable(key)}`;
    // A key of slashes alone has no last part.
    const name = basename(storable(key)) || storable(key);
    const reason = reasonToSkip(object);
    if (reason) skipped.push({ externalId, name, reason });
    else
      items.push({
        externalId,
        name,
        path: key,
        url: null,
        mimeType: null,
        sizeBytes: size,
        modifiedAt: LastModified?.toISOString() ?? null,
        versionKey: versionOf(ETag ?? ''),
        kind: 'file',
      });
  }
  return { items, skipped };
}

const nothing = { Contents: [], IsTruncated: false, NextContinuationToken: undefined };

/** Returns one page of a bucket, or of the selection in it. A bucket has no log of changes: each listing is a whole one. */
export async function listBucket(
  api: S3Api,
  settings: S3Settings,
  cursor: string | undefined,
  selection: readonly string[] | undefined,
): Promise<ListPage> {
  const roots = rootsOf(selection, settings);
  const from = cursor
    ? readSelectionCursor(cursor, position, selection)
    : { root: 0, token: null, isCut: false };
  const root = roots[from.root];
  const isPart = root !== undefined && root !== settings.prefix;
  const isKey = isPart && !isFolder(root);
  const reading =
    root === undefined
      ? nothing
      : api.list({ prefix: root, token: from.token ?? undefined, ...(isKey && { maxKeys: 1 }) });
  const { read: page = nothing, refused } = isPart
    ? await readPart({ id: root }, Promise.resolve(reading))
    : { read: await reading };
  const objects = isKey ? page.Contents.filter(({ Key }) => Key === root) : page.Contents;
  const isNowhere = isPart && !refused && objects.length === 0 && from.token === null;
  const goesOn = page.IsTruncated && !isKey;
  const isCut = from.isCut || refused !== undefined || isNowhere;
  const next = goesOn
    ? { root: from.root, token: page.NextContinuationToken ?? null, isCut }
    : { root: from.root + 1, token: null, isCut };
  const isOver = !goesOn && next.root >= roots.length;
  const { items, skipped } = await sortObjects(objects, settings);
  const unread = isNowhere ? missingPart({ id: root }) : refused;
  return {
    items,
    skipped: unread ? [unread] : skipped,
    deleted: [],
    nextCursor: isOver ? undefined : writeSelectionCursor(next, selection),
    syncCursor: undefined,
    proof: isOver ? (isCut ? 'NONE' : 'STATED') : undefined,
  };
}

/** Requests an object by itself, because lists may omit existing objects while a server is repaired or catches up. */
async function headOrMissing(api: S3Api, key: string): Promise<S3Object | undefined> {
  try {
    return await api.head(key);
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Asks S3 for one object by its external id, without a listing. Undefined if it does not exist, is outside the connection's settings or the selection, or cannot be read (archived, for example). */
export async function findObject(
  api: S3Api,
  settings: S3Settings,
  externalId: string,
  selection: readonly string[] | undefined,
): Promise<ConnectorItem | undefined> {
  const key = externalId.slice(idPrefixOf(settings).length);
  const isWithin = rootsOf(selection, settings).some(
    (root) => root === key || ((isFolder(root) || root === settings.prefix) && key.startsWith(root)),
  );
  if (!isWithin) return undefined;
  const object = await headOrMissing(api, key);
  return object && (await sortObjects([object], settings)).items[0];
}
