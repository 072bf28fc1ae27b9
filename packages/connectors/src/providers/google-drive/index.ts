import type { Connector, ConnectorContext, ListPage } from '../../provider.ts';
import { readSelectionCursor, writeSelectionCursor } from '../../selection-cursor.ts';
import { type WalkState, walkState } from './cursor.ts';
import { type DriveApi, openDriveApi } from './drive-api.ts';
import { fetchItem } from './fetch-item.ts';
import type { Step } from './step.ts';
import { stepChanges } from './walk-changes.ts';
import { beginEverything, stepEverything } from './walk-everything.ts';
import { beginSelected, stepSelected } from './walk-selected.ts';

function toPage(step: Step, selection: readonly string[] | undefined): ListPage {
  const feed = step.feed === undefined ? undefined : { walk: 'changes', page: step.feed };
  return {
    items: step.items,
    deleted: step.deleted,
    skipped: step.skipped,
    nextCursor: step.next && writeSelectionCursor(step.next, selection),
    syncCursor: feed && writeSelectionCursor(feed, selection),
    isComplete: step.isComplete,
  };
}

function begin(api: DriveApi, selection: readonly string[] | undefined): Promise<WalkState> {
  return selection ? beginSelected(api, selection) : beginEverything(api);
}

function step(api: DriveApi, state: WalkState, selection: readonly string[] | undefined): Promise<Step> {
  if (state.walk === 'everything') return stepEverything(api, state);
  if (state.walk === 'selected') return stepSelected(api, state);
  return stepChanges(api, state, selection !== undefined, () => begin(api, selection));
}

/**
 * https://developers.google.com/workspace/drive/api/reference/rest/v3: an account's files and its shared drives. A selection holds ids
 * of files, folders and shared drives.
 */
export function openGoogleDrive(context: ConnectorContext): Connector {
  const api = openDriveApi(context);
  return {
    async list(cursor, selection, signal) {
      const state =
        cursor === undefined
          ? await begin(api(signal), selection)
          : readSelectionCursor(cursor, walkState, selection);
      return toPage(await step(api(signal), state, selection), selection);
    },
    fetch: ({ externalId }, signal) => fetchItem(api(signal), externalId),
    async whoAmI(signal) {
      const { permissionId, displayName, emailAddress } = await api(signal).account();
      return { accountId: permissionId, name: emailAddress ?? displayName ?? null };
    },
  };
}
