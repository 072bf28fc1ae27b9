import type { Connector, ConnectorContext, ListPage } from '../provider.ts';
import { readSelectionCursor, writeSelectionCursor } from '../selection-cursor.ts';
import { type WalkState, walkState } from './cursor.ts';
import { fetchItem } from './fetch-item.ts';
import { type GraphApi, openGraphApi } from './graph-api.ts';
import type { Step } from './step.ts';
import { stepChanges } from './walk-changes.ts';
import { beginWhole, type Extent, stepWhole } from './walk-whole.ts';

/** A product whose files Microsoft Graph serves. */
export interface GraphProduct {
  /** As its customers write it. */
  readonly name: string;
  /** What a connection sees when nothing is selected. */
  readonly everything: (api: GraphApi) => Extent;
}

/** Selected are files and folders (`drive:item`), sites (`host,id,id`) and drives. */
function extentOf(selection: readonly string[]): Extent {
  const roots = selection.filter((id) => id.includes(':'));
  const sites = selection.filter((id) => id.includes(','));
  const drives = selection.filter((id) => !id.includes(':') && !id.includes(','));
  return { places: { sitesLink: null, sites }, drives: async () => drives, roots };
}

function toPage(step: Step, selection: readonly string[] | undefined): ListPage {
  const write = (state: WalkState | undefined) => state && writeSelectionCursor(state, selection);
  return {
    items: step.items,
    deleted: step.deleted,
    skipped: step.skipped,
    nextCursor: write(step.next),
    syncCursor: write(step.sync),
    isComplete: step.isComplete,
  };
}

/** https://learn.microsoft.com/graph/api/resources/onedrive: one product's connector. */
export function openGraphConnector(product: GraphProduct, context: ConnectorContext): Connector {
  const api = openGraphApi(product.name, context);
  return {
    async list(cursor, selection, signal) {
      const graph = api(signal);
      const extent = selection ? extentOf(selection) : product.everything(graph);
      const state =
        cursor === undefined ? await beginWhole(extent) : readSelectionCursor(cursor, walkState, selection);
      const step =
        state.walk === 'whole'
          ? await stepWhole(graph, state, extent)
          : await stepChanges(graph, state, extent);
      return toPage(step, selection);
    },
    fetch: ({ externalId }, signal) => fetchItem(api(signal), externalId),
    async whoAmI(signal) {
      const { id, displayName, userPrincipalName } = await api(signal).me();
      return { accountId: id, name: userPrincipalName ?? displayName ?? null };
    },
  };
}
