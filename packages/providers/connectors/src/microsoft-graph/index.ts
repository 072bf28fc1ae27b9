import { AppError } from '@docfleet/errors';
import { readSelectionCursor, writeSelectionCursor } from '../cursor.ts';
import {
  type Connector,
  type ConnectorContext,
  type FetchedItem,
  type ItemVersion,
  type ListPage,
  noFeeds,
} from '../provider.ts';
import { type ListingState, listingState } from './cursor.ts';
import { chooseSites } from './discover.ts';
import { createItemFinder } from './find-item.ts';
import { type GraphApi, openGraphApi } from './graph-api.ts';
import { stepChanges } from './list-changes.ts';
import { beginWhole, stepWhole } from './list-whole.ts';
import { type AppOnlyExtent, appOnlyExtent } from './sign-in.ts';
import { collectionOf, fetchSiteContent, readSiteContentId } from './site-contents.ts';
import {
  changesFrom,
  type Extent,
  fetchedVersion,
  normalSelection,
  readExternalId,
  reasonToSkip,
  type Step,
} from './to-item.ts';

/** A product whose files Microsoft Graph serves. */
export interface GraphProduct {
  /** Name of the vendor for users. */
  readonly name: string;
  /** Extent of a connection without a selection. */
  readonly everything: (api: GraphApi, application: AppOnlyExtent) => Extent;
  /** Whether its users may select whole sites. */
  readonly hasSites: boolean;
}

/** Selected are files and folders (`drive:item`), sites (`host,id,id`), drives, and pages and lists of sites (`pages:host,id,id`). */
function extentOf(selection: readonly string[]): Extent {
  const collections = selection.flatMap((id) => collectionOf(id) ?? []);
  const others = Map.groupBy(
    selection.filter((id) => !collectionOf(id)),
    (id) => (id.includes(':') ? 'root' : id.includes(',') ? 'site' : 'drive'),
  );
  const { root: roots = [], site: sites = [], drive: drives = [] } = Object.fromEntries(others);
  const places = { sitesLink: null, sites };
  return { places, drives: async () => drives, roots, collections, isSelection: true, isSearched: false };
}

function toPage({ next, sync, ...page }: Step, selection: readonly string[] | undefined): ListPage {
  const write = (state: ListingState | undefined) => state && writeSelectionCursor(state, selection);
  return { ...page, nextCursor: write(next), syncCursor: write(sync) };
}

/** Opens a file's content. */
async function fetchItem(api: GraphApi, { externalId, versionKey }: ItemVersion): Promise<FetchedItem> {
  const { drive, id } = readExternalId(externalId);
  if (id === undefined) throw new AppError('ITEM_NOT_FOUND', 'The id names no item of a drive');
  const item = await api.item(drive, id);
  const reason = reasonToSkip(item);
  if (reason) throw new AppError(item.malware == null ? 'ITEM_UNSUPPORTED' : 'ITEM_FORBIDDEN', reason);
  const answer = await api.content(drive, id);
  const mimeType = item.file?.mimeType || answer.headers.get('content-type') || 'application/octet-stream';
  // Read before the content: should that be newer, the next sync sees another version and fetches again.
  return { body: answer.body, mimeType, fileName: item.name, versionKey: fetchedVersion(item, versionKey) };
}

/** Returns the id and name of the account; for an application, which is no user, those of its tenant or site. */
async function whoAmI(api: GraphApi, application: AppOnlyExtent) {
  if (application == null) {
    const { id, displayName, userPrincipalName } = await api.me();
    return { accountId: id, name: userPrincipalName ?? displayName };
  }
  if (application.user !== undefined)
    return { accountId: await api.ownDrive(application.user), name: application.user };
  const [first, ...others] = application.sites ?? [];
  const { id, displayName } = await api.site(first);
  // A site that cannot be opened is reported at once, while its owner can still correct the settings.
  for (const other of others) await api.site(other);
  return { accountId: id, name: displayName };
}

/** Opens the connector of one Microsoft product, OneDrive or SharePoint: https://learn.microsoft.com/graph/api/resources/onedrive */
export function openGraphConnector(product: GraphProduct, context: ConnectorContext): Connector {
  const api = openGraphApi(product.name, context);
  const application = appOnlyExtent.parse(context.settings);
  const finder = createItemFinder(!product.hasSites);
  return {
    async list(cursor, selection, signal, feeds = noFeeds) {
      const graph = api(signal);
      const chosen = normalSelection(selection);
      const extent = chosen ? extentOf(chosen) : product.everything(graph, application);
      const state =
        cursor === undefined
          ? await beginWhole(extent)
          : readSelectionCursor(cursor, listingState, selection);
      const reading = { api: graph, extent, feeds };
      const step =
        state.listing === 'whole'
          ? await stepWhole(reading, state)
          : await stepChanges(reading, state, changesFrom(extent.places));
      return toPage(step, selection);
    },
    find: (externalId, signal, covered) =>
      finder.find(
        api(signal),
        externalId,
        covered && { ...covered, selection: normalSelection(covered.selection) },
      ),
    fetch({ externalId, versionKey }, signal) {
      const content = readSiteContentId(externalId);
      if (!content) return fetchItem(api(signal), { externalId, versionKey });
      const toMarkdown = (html: string) => context.markup.toMarkdown('html', html, signal);
      return fetchSiteContent(api(signal), content, toMarkdown);
    },
    ...(product.hasSites && {
      choices: (signal: AbortSignal) => chooseSites(api(signal), application),
    }),
    whoAmI: (signal) => whoAmI(api(signal), application),
  };
}
