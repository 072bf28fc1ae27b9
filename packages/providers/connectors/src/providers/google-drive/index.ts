import { clientSchema, clientText } from '../../client-schema.ts';
import { readSelectionCursor, writeSelectionCursor } from '../../cursor.ts';
import { defineConnector } from '../../define-connector.ts';
import { type Connector, type ConnectorContext, type Feeds, type ListPage, noFeeds } from '../../provider.ts';
import { type ChangesListing, type ListingState, listingState, type Step } from './cursor.ts';
import { type DriveApi, openDriveApi } from './drive-api.ts';
import { fetchItem } from './fetch-item.ts';
import { createFileFinder } from './find-file.ts';
import { stepChanges } from './list-changes.ts';
import { beginEverything, stepEverything } from './list-everything.ts';
import { beginSelected, stepSelected } from './list-selected.ts';
import { googleDrivePicker } from './picker.ts';
import { googleDrivePush } from './push.ts';
import { projectQuota } from './replies.ts';
import { googleDriveSetup } from './setup.ts';
import { googleDriveOAuth, googleDriveSignIns } from './sign-in.ts';

const changesFrom = (page: string): ChangesListing => ({
  listing: 'changes',
  page,
  isUserLogRead: false,
  drivesPage: '',
  fresh: [],
});

function toPage(step: Step, selection: readonly string[] | undefined): ListPage {
  const feed = step.feed === undefined ? undefined : changesFrom(step.feed);
  return {
    items: step.items,
    deleted: step.deleted,
    skipped: step.skipped,
    nextCursor: step.next && writeSelectionCursor(step.next, selection),
    syncCursor: feed && writeSelectionCursor(feed, selection),
    proof: step.proof,
    isRestart: step.isRestart ?? false,
    ...(step.feeds && { feeds: step.feeds }),
  };
}

function begin(api: DriveApi, selection: readonly string[] | undefined): Promise<ListingState> {
  return selection ? beginSelected(api, selection) : beginEverything(api);
}

interface Asked {
  readonly api: DriveApi;
  readonly selection: readonly string[] | undefined;
  readonly feeds: Feeds;
}

function step({ api, selection, feeds }: Asked, state: ListingState): Promise<Step> {
  if (state.listing === 'everything') return stepEverything(api, state);
  if (state.listing === 'selected') return stepSelected(api, state);
  const isSelection = selection !== undefined;
  return stepChanges({ api, feeds, isSelection, listAgain: () => begin(api, selection) }, state);
}

/**
 * Opens the connector of an account's files and its shared drives: https://developers.google.com/workspace/drive/api/reference/rest/v3. A
 * selection holds ids of files, folders and shared drives.
 */
export function openGoogleDrive(context: ConnectorContext): Connector {
  const api = openDriveApi(context);
  const findFile = createFileFinder();
  return {
    async list(cursor, selection, signal, feeds = noFeeds) {
      const state =
        cursor === undefined
          ? await begin(api(signal), selection)
          : readSelectionCursor(cursor, listingState, selection);
      return toPage(await step({ api: api(signal), selection, feeds }, state), selection);
    },
    find: (externalId, signal, covered) => findFile(api(signal), externalId, covered),
    fetch: (item, signal) => fetchItem(api(signal), item),
    async whoAmI(signal) {
      const { permissionId, displayName, emailAddress } = await api(signal).account();
      return { accountId: permissionId, name: emailAddress ?? displayName ?? null };
    },
  };
}

const googleClient = clientSchema.extend({
  apiKey: clientText.meta({
    title: 'API key',
    description: 'For the Google Picker, in which users choose files',
    writeOnly: true,
  }),
});

export const googleDrive = defineConnector({
  name: 'GOOGLE_DRIVE',
  label: 'Google Drive',
  open: openGoogleDrive,
  setup: googleDriveSetup,
  consent: { oauth: googleDriveOAuth, clientSchema: googleClient, picker: googleDrivePicker },
  signIns: googleDriveSignIns,
  push: googleDrivePush,
  quota: projectQuota,
});
