/** File that was selected or dropped, with its path within its folder. */
export interface FoundFile {
  readonly path: string;
  readonly file: File;
  /** Reason why the browser cannot read the file, or the folder that this entry stands for. */
  readonly unreadable?: string;
}

const readBatch = (reader: FileSystemDirectoryReader) =>
  new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));

const openFile = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/**
 * Yields the files of an entry, recursively. A file or folder that the browser cannot read, because it is locked or gone, is yielded with
 * the reason.
 */
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

/** Returns the dropped files, including those of folders. Must be called while the event is handled: its data is gone afterwards. */
export function filesOfDrop({ items }: DataTransfer): AsyncIterable<FoundFile> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (async function* () {
    for (const entry of entries) yield* readEntry(entry);
  })();
}

/** Returns the files of an input; those of a folder have their paths within it. */
export const filesOfInput = (files: FileList | null): FoundFile[] =>
  [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
