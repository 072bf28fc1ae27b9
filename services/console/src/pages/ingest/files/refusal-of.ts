import { formatBytes } from '../../../parts/format.ts';
import type { FoundFile } from './found-file.ts';
import type { UploadRequest } from './upload.ts';

/** Extensions of formats without text. Everything else is uploaded: the service recognizes a file by its content. */
const unreadable: Readonly<Record<string, string>> = {
  ...kind('Videos have no text', 'mp4 mov avi mkv webm wmv m4v mpg mpeg'),
  ...kind('Audio files have no text', 'mp3 wav flac ogg m4a aac wma opus mid'),
  ...kind('Archives are not supported: upload the files in it', 'zip rar 7z tar gz tgz bz2 xz zst iso dmg'),
  ...kind('Programs have no text', 'exe dll so dylib msi apk deb rpm app jar class o a wasm pyc'),
  ...kind('Fonts have no text', 'ttf otf woff woff2 eot'),
  ...kind('Databases are not supported', 'sqlite sqlite3 db mdb accdb parquet'),
  ...kind('This format is not supported: save it as PDF', 'psd ai sketch fig dwg dxf heic'),
};

function kind(reason: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, reason]));
}

/** Names of files and folders that systems and programs leave behind. */
const leftovers = /^(\.ds_store|thumbs\.db|desktop\.ini|\.git|\.svn|node_modules|__macosx)$/i;

/** Maximum length of an external id, in characters: that of `POST /v1/ingest/file`. */
const maxExternalId = 512;

type Limits = Pick<UploadRequest, 'maxBytes' | 'replaces' | 'externalId'>;

/** Returns the reason why a file is not uploaded; undefined for a valid file. */
export function refusalOf(
  { path, file, unreadable: fault }: FoundFile,
  { maxBytes, replaces, externalId }: Limits,
): string | undefined {
  if (fault !== undefined) return fault;
  const names = path.split('/');
  const name = names.at(-1) ?? path;
  if (names.some((part) => leftovers.test(part)) || name.startsWith('~$'))
    return 'A file of the operating system';
  if (file.size === 0) return 'The file is empty';
  if (file.size > maxBytes) return `Larger than the limit of ${formatBytes(maxBytes)}: split it`;
  // Two paths may not be cut to one: the second file would replace the first.
  if (replaces && externalId === undefined && path.length > maxExternalId)
    return `Its path has more than ${maxExternalId} characters, too many to replace a document by its path`;
  return unreadable[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
}
