import type { ChangesWalk, WalkState } from './cursor.ts';
import type { DriveApi } from './drive-api.ts';
import { folderKind } from './formats.ts';
import type { DriveFile } from './replies.ts';
import { resolveFiles } from './resolve-file.ts';
import type { Step } from './step.ts';

type Changes = Awaited<ReturnType<DriveApi['changes']['list']>>['changes'];

/**
 * Whether a change may concern files that the feed does not name: a folder's children get no entry when it is moved or trashed, and
 * what was removed has lost its kind along with its name.
 */
const mayConcernOthers = (change: Changes[number]) =>
  change.changeType === 'drive' || change.removed || change.file?.mimeType === folderKind;

const gone = ({ removed, file }: Changes[number]) => removed || file?.trashed;

/**
 * Reads a page of the change feed. What it cannot tell for certain is answered by a whole walk, which costs one request for a thousand
 * files; and as the feed knows no folders, a selection is always walked when anything has changed.
 */
export async function stepChanges(
  api: DriveApi,
  { page }: ChangesWalk,
  isSelection: boolean,
  walkAgain: () => Promise<WalkState>,
): Promise<Step> {
  const { changes, nextPageToken, newStartPageToken } = await api.changes.list(page);
  const isUncertain = isSelection ? changes.length > 0 : changes.some(mayConcernOthers);
  if (isUncertain)
    return {
      items: [],
      skipped: [],
      deleted: [],
      next: await walkAgain(),
      feed: undefined,
      isComplete: false,
    };

  const deleted = changes.filter(gone).flatMap(({ fileId }) => fileId ?? []);
  const files = changes.flatMap((change): DriveFile[] => (change.file && !gone(change) ? [change.file] : []));
  const { items, skipped } = await resolveFiles(api, files, () => null);
  const next = nextPageToken ? { walk: 'changes' as const, page: nextPageToken } : undefined;
  return {
    items,
    skipped,
    deleted,
    next,
    feed: next ? undefined : (newStartPageToken ?? page),
    isComplete: false,
  };
}
