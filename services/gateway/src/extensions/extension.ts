import type { Scope } from '@docfleet/runtime/service';
import type { GatewayContext } from '../http/context.ts';
import type { Route } from '../http/route.ts';

/** A feature beside the core, which knows nothing of it: an import rule holds that. */
export interface Extension {
  readonly name: string;
  readonly routes: readonly Route[];
  /** Starts the workers of its jobs; they are closed with the scope. */
  start?(scope: Scope, context: GatewayContext): void;
}

/** Declares an extension. To add one: write its folder, then name it in `index.ts`. */
export const defineExtension = (extension: Extension): Extension => extension;
