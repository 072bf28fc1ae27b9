import { formatBytes } from '../../../parts/numbers.ts';
import type { FoundFile } from './found-file.ts';

/** Kinds that hold no text, by the ends of their names. What else is sent: a file's content says what it is, and its name need not. */
const unreadable: Readonly<Record<string, string>> = {
  ...kind('A video holds no text', 'mp4 mov avi mkv webm wmv m4v mpg mpeg'),
  ...kind('A recording holds no text', 'mp3 wav flac ogg m4a aac wma opus mid'),
  ...kind('An archive is not opened: drop what is in it', 'zip rar 7z tar gz tgz bz2 xz zst iso dmg'),
  ...kind('A program holds no text', 'exe dll so dylib msi apk deb rpm app jar class o a wasm pyc'),
  ...kind('A font holds no text', 'ttf otf woff woff2 eot'),
  ...kind('A data base is not read', 'sqlite sqlite3 db mdb accdb parquet'),
  ...kind('A drawing of this kind is not read: save it as PDF', 'psd ai sketch fig dwg dxf heic'),
};

function kind(reason: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, reason]));
}

/** What systems and programs leave in folders. */
const leftovers = /^(\.ds_store|thumbs\.db|desktop\.ini|\.git|\.svn|node_modules|__macosx)$/i;

/** Why a file is not sent, told before any of it is; undefined for one that is. */
export function refusalOf({ path, file }: FoundFile, maxBytes: number): string | undefined {
  const names = path.split('/');
  const name = names.at(-1) ?? path;
  if (names.some((part) => leftovers.test(part)) || name.startsWith('~$'))
    return 'Left there by the system or a program';
  if (file.size === 0) return 'The file is empty';
  if (file.size > maxBytes) return `Larger than ${formatBytes(maxBytes)}, the most that is taken: split it`;
  return unreadable[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
}
