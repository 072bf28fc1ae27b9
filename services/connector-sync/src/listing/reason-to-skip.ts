import type { ConnectorItem } from '@docfleet/connectors';

/** Kinds of files that hold no text which could be read, so that gigabytes of them need not be downloaded to find that out. */
const hopelessTypes = /^(?:video|audio|font|model)\//i;
const hopelessExtensions = new Map(
  Object.entries({
    'A video': 'mp4 m4v mov avi mkv webm wmv mpg mpeg',
    'A recording': 'mp3 m4a wav flac aac ogg wma',
    'An archive': 'zip rar 7z tar gz tgz bz2 xz',
    'A disk image': 'iso dmg img vmdk vhd vhdx',
    'A program': 'exe dll msi bin so dylib apk jar',
    'A font': 'ttf otf woff woff2',
  }).flatMap(([kind, extensions]) => extensions.split(' ').map((extension) => [extension, kind] as const)),
);

/** Kinds that say for certain what a content is, whatever its name ends with: vendors' own documents are exported as these. */
const documentTypes =
  /^application\/(?:pdf|vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.)/i;

/** Returns the reason why an item's content need not even be fetched; undefined when it may be read. */
export function reasonToSkip({ name, mimeType, kind }: ConnectorItem): string | undefined {
  if (kind === 'page' || documentTypes.test(mimeType ?? '')) return undefined;
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const hopeless = hopelessExtensions.get(extension);
  if (hopeless) return `${hopeless} (.${extension}) holds no text that can be read`;
  if (hopelessTypes.test(mimeType ?? ''))
    return `A file of the type ${mimeType} holds no text that can be read`;
  return undefined;
}
