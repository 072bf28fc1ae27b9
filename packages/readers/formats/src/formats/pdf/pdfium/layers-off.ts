import { mayContain } from './file-objects.ts';

/** Layers that are off at first, by a list, by default or by the use that they are for. */
const off = /\/OFF\s*(?:\[\s*\d|\d+ \d+ R)|\/BaseState\s*\/OFF|\/ViewState\s*\/OFF/;

/** Returns whether layers of a file may be off, which is looked for once; also where its objects cannot be looked through. */
export function createLayerLook(bytes: Uint8Array): () => boolean {
  let known: boolean | undefined;
  return () => {
    known ??= mayContain(bytes, off);
    return known;
  };
}
