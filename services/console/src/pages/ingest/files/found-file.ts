/** A file that was selected or dropped, with its path in its folder. */
export interface FoundFile {
  readonly path: string;
  readonly file: File;
  /** Why the browser cannot read it, or the folder in its place. */
  readonly unreadable?: string;
}

const readBatch = (reader: FileSystemDirectoryReader) =>
  new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));

const openFile = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** The files of an entry. A file or folder that the browser cannot read, as it is locked or gone, is one with the reason. */
async function* readEntry(entry: FileSystemEntry): AsyncGenerator<FoundFile> {
  const path = entry.fullPath.replace(/^\//, '');
  const unreadable = (reason: string): FoundFile => ({ path, file: new File([], path), unreadable: reason });
  if (entry.isFile) {
    // The entry's own flags decide which of the two it is.
    const file = await openFile(entry as FileSystemFileEntry).catch(() => undefined);
    yield file ? { path, file } : unreadable('The browser cannot read this file: it is gone or locked');
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // Browsers return a folder in parts, with an empty one at the end.
  for (;;) {
    const batch = await readBatch(reader).catch(() => undefined);
    if (!batch)
      yield unreadable('The browser cannot read this folder, or not all of it: it is gone or locked');
    if (!batch?.length) return;
    for (const inner of batch) yield* readEntry(inner);
  }
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
