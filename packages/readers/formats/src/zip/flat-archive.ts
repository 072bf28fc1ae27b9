import { createReadStream } from 'node:fs';
import type { ZipArchive } from './zip-archive.ts';

/** An archive of one part, which is a file itself: office programs also write all parts of a document into one. */
export function flatArchive(path: string, part: string): ZipArchive {
  const nothing = async () => undefined;
  return {
    has: (name) => name === part,
    names: () => [part],
    open: (name) => (name === part ? createReadStream(path) : undefined),
    readText: nothing,
    readBytes: nothing,
  };
}
