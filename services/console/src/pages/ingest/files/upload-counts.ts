import { isHere, isOver, isWrong, type Upload } from './upload.ts';

/** How many files are how far. */
export interface UploadCounts {
  readonly waiting: number;
  readonly refused: number;
  readonly unsent: number;
  readonly ready: number;
  readonly failed: number;
  readonly work: number;
}

const isReady = ({ state }: Upload) => state.kind === 'accepted' && state.status === 'SUCCESS';

/** Counts files by how far they are. */
export function countUploads(all: readonly Upload[]): UploadCounts {
  const count = (matches: (upload: Upload) => boolean) => all.filter(matches).length;
  return {
    waiting: count(isHere),
    refused: count(({ state }) => state.kind === 'refused'),
    unsent: count(({ state }) => state.kind === 'failed'),
    ready: count(isReady),
    failed: count((upload) => upload.state.kind === 'accepted' && isWrong(upload)),
    work: count((upload) => upload.state.kind === 'accepted' && !isOver(upload)),
  };
}

/** Few enough to be read through. */
const few = 12;

/** States that need action come first, success last. */
function rankOf(upload: Upload): number {
  if (isWrong(upload)) return 0;
  if (upload.state.kind === 'refused') return 1;
  return isOver(upload) ? 3 : 2;
}

/** The files, those that need action first. Of many files only those are listed, unless all are shown. */
export function listUploads(all: readonly Upload[], wantsAll: boolean): readonly Upload[] {
  if (wantsAll || all.length <= few) return all.toSorted((one, other) => rankOf(one) - rankOf(other));
  return all.filter(isWrong);
}
