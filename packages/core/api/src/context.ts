import type { Resources } from '@docfleet/pipeline/resources';
import type { PriceTable } from '@docfleet/pipeline/spending';
import type { Turns } from '@docfleet/runtime/fairness';
import type { SearchContext } from '@docfleet/search';
import { routeFor } from './route.ts';

/** Resources that jobs of extensions work with, in whichever process runs them. */
export interface JobContext extends SearchContext, Pick<Resources, 'logger'> {
  /** Prices for estimates; without it estimates have no cost. */
  readonly priceTable?: PriceTable | undefined;
}

/** Resources that routes of extensions work with. */
export interface ApiContext extends JobContext, Pick<Resources, 'dispatcher'> {
  /** Turns for answers, by organization. */
  readonly answerTurns: Turns;
  /** Signs links and cursors. */
  readonly linkKey: Uint8Array;
}

/** Declares a route of an extension. */
export const extensionRoute = routeFor<ApiContext>();
