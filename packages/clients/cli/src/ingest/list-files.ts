import { createHash } from 'node:crypto';
import { lstat, opendir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Ignore } from 'ignore';
import createIgnore from 'ignore';
import { CliFailure, exitCodes } from '../cli-failure.ts';

/** A file to ingest, as it was when it was found. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  /** Absolute path of the folder that was named; of a file that was named itself, of the folder it is in. */
  readonly root: string;
  /** Name of the document: the path below the folder that was named, preceded by the name of that folder. */
  readonly name: string;
  /** Identifies the document in later runs, regardless of its content. */
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

/** Names of ignore files, which list patterns to exclude below their folder, in the syntax of git: https://git-scm.com/docs/gitignore. */
const ruleFiles = ['.gitignore', '.docfleetignore'];
/** Patterns that are always ignored: hidden files, installed packages, and temporary files of editors and downloads. */
const defaultRules = [
  '.*',
  'node_modules/',
  '__pycache__/',
  '*.swp',
  '*~',
  '*.part',
  '*.crdownload',
  '~$*',
  'Thumbs.db',
];

/** Rules that exclude files and folders, for one folder and the folders in it. */
interface IgnoreRules {
  /** Whether to leave this out; the path begins at the root, folders end in `/`. */
  ignores(path: string): boolean;
  /** The rules of a folder in it, with those that its own files add. */
  below(folder: string, directory: string): Promise<IgnoreRules>;
}

/** The rules of the root itself. */
async function openIgnoreRules(directory: string, { hidden }: { hidden: boolean }): Promise<IgnoreRules> {
  const usual = createIgnore().add(hidden ? defaultRules.filter((rule) => rule !== '.*') : defaultRules);
  return layered([{ base: '', rules: usual }]).below('', directory);
}

interface Layer {
  /** The folder that the rules are of, from the root: empty, or ending in `/`. */
  readonly base: string;
  readonly rules: Ignore;
}

/** The last rule that says anything decides. */
function layered(layers: readonly Layer[]): IgnoreRules {
  return {
    ignores(path) {
      for (const { base, rules } of layers.toReversed()) {
        const { ignored, unignored } = rules.test(path.slice(base.length));
        if (ignored || unignored) return ignored;
      }
      return false;
    },
    async below(folder, directory) {
      const texts = await Promise.all(ruleFiles.map((name) => readRules(join(directory, name))));
      const own = texts.filter((text) => text !== '');
      if (own.length === 0) return layered(layers);
      return layered([...layers, { base: folder, rules: createIgnore().add(own.join('\n')) }]);
    },
  };
}

/** The text of a file of rules. Windows writes UTF-16, which read as UTF-8 leaves nothing out; marks of the encoding are no part of it. */
function decode(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

const readRules = (path: string) =>
  readFile(path).then(decode, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return '';
    throw error;
  });

/** A file or folder that was named. */
export interface Root {
  /** Absolute. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly idPrefix: string | undefined;
  /** Takes hidden files along. */
  readonly hidden: boolean;
}

/** Opens a root given on the command line; rejects if it does not exist. */
export async function openRoot(path: string, options: Pick<Root, 'idPrefix' | 'hidden'>): Promise<Root> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const message =
      cause.code === 'ENOENT'
        ? `There is no file or folder ${path}`
        : `${path} cannot be read: ${cause.message}`;
    throw new CliFailure(message, { exitCode: exitCodes.misused, cause });
  });
  if (!found.isFile() && !found.isDirectory())
    throw new CliFailure(`${path} is neither a file nor a folder`, { exitCode: exitCodes.misused });
  return { path, isFolder: found.isDirectory(), ...options };
}

/**
 * Lists the files of a root, folder by folder, without ignored files, links and empty files. A name that is not UTF-8 is listed with
 * the reason. Rejects when a folder cannot be read: its files are unknown then, not deleted.
 */
export async function* listFiles(root: Root, signal: AbortSignal): AsyncGenerator<SourceFile> {
  if (!root.isFolder) {
    const place = { root: dirname(root.path), idPrefix: root.idPrefix, isFolder: false };
    yield describeFile(place, basename(root.path), await stat(root.path));
    return;
  }
  const rules = await openIgnoreRules(root.path, root);
  yield* listFolder({ root, signal }, '', rules);
}

async function* listFolder(
  listing: { readonly root: Root; readonly signal: AbortSignal },
  folder: string,
  rules: IgnoreRules,
): AsyncGenerator<SourceFile> {
  const { root, signal } = listing;
  const folders: string[] = [];
  const place = { root: root.path, idPrefix: root.idPrefix, isFolder: true };
  for await (const entry of await opendir(join(root.path, folder))) {
    signal.throwIfAborted();
    const path = `${folder}${entry.name}`;
    const isFolder = entry.isDirectory();
    if ((!isFolder && !entry.isFile()) || rules.ignores(isFolder ? `${path}/` : path)) continue;
    const stats = await statIfThere(join(root.path, path));
    if (!stats && entry.name.includes(replacement)) yield unreadableName(place, path);
    else if (stats && isFolder) folders.push(path);
    else if (stats && stats.size > 0) yield describeFile(place, path, stats);
  }
  for (const path of folders.sort())
    yield* listFolder(listing, `${path}/`, await rules.below(`${path}/`, join(root.path, path)));
}

/** Character that stands for bytes of a file name that are not UTF-8. */
const replacement = '\ufffd';

const unreadableName = (place: Parameters<typeof describeFile>[0], path: string): SourceFile => ({
  ...describeFile(place, path, { size: 0, mtimeMs: 0, ctimeMs: 0 }),
  unreadable: 'Its name is not UTF-8, as of an old archive: rename it, for example with convmv',
});

/** It may have gone since its folder was read. */
const statIfThere = (path: string) =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
