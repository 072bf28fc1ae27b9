/** A file that was selected or dropped, with its path in its folder. */
export interface FoundFile {
  readonly path: string;
  readonly file: File;
}

const readBatch = (reader: FileSystemDirectoryReader) =>
  new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));

const openFile = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

async function* readEntry(entry: FileSystemEntry): AsyncGenerator<FoundFile> {
  if (entry.isFile) {
    // The entry's own flags decide which of the two it is.
    const file = await openFile(entry as FileSystemFileEntry);
    yield { path: entry.fullPath.replace(/^\//, ''), file };
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // Browsers return a folder in parts, with an empty one at the end.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader))
    for (const inner of batch) yield* readEntry(inner);
}

/**
 * The files that were dropped, including those of folders. It must be called while the event is handled, as its data is gone afterwards.
 */
export function filesOfDrop({ items }: DataTransfer): AsyncIterable<FoundFile> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (async function* () {
    for (const entry of entries) yield* readEntry(entry);
  })();
}

/** The files of an input, with the paths of a folder's. */
export const filesOfInput = (files: FileList | null): FoundFile[] =>
  [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
