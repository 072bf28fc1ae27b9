import { type Route as ApiRoute, routeFor } from '@docfleet/api/route';
import type { GatewayContext } from './context.ts';

export type Route = ApiRoute<GatewayContext>;

/** Declares a route of the core. */
export const route = routeFor<GatewayContext>();
