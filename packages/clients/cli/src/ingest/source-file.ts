import { createHash } from 'node:crypto';
import { basename, sep } from 'node:path';

/** A file to ingest, as it was when it was found. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  /** Absolute path of the folder that was named; of a file that was named itself, of the folder it is in. */
  readonly root: string;
  /** Name of the document: the path below the folder that was named, preceded by the name of that folder. */
  readonly name: string;
  /** By which it is the same document next time, whatever is in it. */
  readonly externalId: string;
  readonly bytes: number;
  readonly changedAtMs: number;
  /** Why it, or the folder in its place, cannot be read by its name. */
  readonly unreadable?: string;
}

/** The API's limits: https://…/docs, `POST /v1/ingest/file`. */
const maxNameLength = 255;
const maxExternalIdLength = 512;

interface Place {
  /** Absolute path of the folder that was named; of a file, of the folder it is in. */
  readonly root: string;
  /** Beginning of external ids; undefined: `file:` and the path of the root. */
  readonly idPrefix: string | undefined;
  /** Whether names begin with the root's. */
  readonly isFolder: boolean;
}

type Stats = { readonly size: number; readonly mtimeMs: number; readonly ctimeMs: number };

/** Describes the file at this path below the root, `/` between its parts. */
export function describeFile(
  { root, idPrefix, isFolder }: Place,
  relativePath: string,
  stats: Stats,
): SourceFile {
  const rootPath = root.endsWith(sep) ? root.slice(0, -1) : root;
  const id = `${idPrefix ?? `file:${rootPath.replaceAll(sep, '/')}`}/${relativePath}`;
  return {
    path: `${rootPath}${sep}${relativePath.replaceAll('/', sep)}`,
    root,
    name: shortenName(isFolder ? [basename(root), relativePath].filter(Boolean).join('/') : relativePath),
    externalId: shortenId(id),
    bytes: stats.size,
    // A file that is moved here keeps the time of its content, not that of its node.
    changedAtMs: Math.max(stats.mtimeMs, stats.ctimeMs),
  };
}

/** The end of a path is more specific than its beginning. */
const shortenName = (name: string) =>
  name.length <= maxNameLength ? name : `…${name.slice(1 - maxNameLength)}`;

/** Shortens an id that is too long to its beginning and a hash of the whole, so that a path always has the same id. */
function shortenId(id: string): string {
  if (id.length <= maxExternalIdLength) return id;
  const hash = createHash('sha256').update(id).digest('hex');
  return `${id.slice(0, maxExternalIdLength - hash.length - 1)}#${hash}`;
}
