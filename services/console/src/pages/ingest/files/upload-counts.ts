import { isHere, isOver, isWrong, type Upload } from './upload.ts';

/**
 * Numbers of files by progress: waiting or sending, refused, not sent because of an error, searchable, failed in ingestion, in ingestion.
 */
export interface UploadCounts {
  readonly waiting: number;
  readonly refused: number;
  readonly unsent: number;
  readonly ready: number;
  readonly failed: number;
  readonly work: number;
}

const isReady = ({ state }: Upload) => state.kind === 'accepted' && state.status === 'SUCCESS';

/** Counts files by progress. */
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

/** Maximum number of files that are all listed without being asked for. */
const few = 12;

/** Returns the sort key of an upload: those that need action come first, finished ones last. */
function rankOf(upload: Upload): number {
  if (isWrong(upload)) return 0;
  if (upload.state.kind === 'refused') return 1;
  return isOver(upload) ? 3 : 2;
}

/**
 * Returns the uploads to list, sorted by need for action. Of more than `few`, only those that need action are listed, unless `wantsAll`.
 */
export function listUploads(all: readonly Upload[], wantsAll: boolean): readonly Upload[] {
  if (wantsAll || all.length <= few) return all.toSorted((one, other) => rankOf(one) - rankOf(other));
  return all.filter(isWrong);
}
