import type http from 'node:http';
import type https from 'node:https';
import type { Dispatcher, RequestInit as UndiciRequestInit } from 'undici';
import { type AddressPolicySettings, createAddressPolicy } from './address-policy.ts';
import { openDispatcher } from './dispatcher.ts';
import { createGuard, type Guard, type Resolve } from './guard.ts';
import { limitInterim } from './limit-interim.ts';
import { openNodeAgents } from './node-agents.ts';
import { type OnExchange, observe } from './observe.ts';
import { targetOf } from './target.ts';
import { createWebClient, type WebClient, type WebClientLimits } from './web-client.ts';
import { fetchWhole } from './whole-fetch.ts';

/** The one way out of the fleet to addresses that a customer can influence. */
export interface Egress extends WebClient {
  /**
   * Like the global fetch, for the APIs of vendors; rejects with ADDRESS_FORBIDDEN (as the error's cause) before a byte reaches a
   * forbidden address, on redirects too. Headers with a vendor's key are sent along on redirects unless it is called with `redirect: 'manual'`.
   */
  readonly fetch: typeof globalThis.fetch;
  /** Agents with the same guard, for SDKs that take Node's own. */
  readonly httpAgent: http.Agent;
  readonly httpsAgent: https.Agent;
  /**
   * Rejects with ADDRESS_FORBIDDEN when this URL leads to a forbidden address now, so that the error appears when the URL is configured. A host that
   * cannot be looked up may pass: the connection is judged anyhow.
   */
  requirePermitted(url: URL): Promise<void>;
  close(): Promise<void>;
}

export interface EgressSettings extends AddressPolicySettings {
  /** The operator's HTTP proxy; its own address is not judged, and the targets as far as their names resolve here. */
  readonly proxyUrl?: string | undefined;
  /** Called when a request of `fetch` or `fetchPage` has ended. */
  readonly onExchange?: OnExchange | undefined;
  /** Resolver of host names; the system's by default. */
  readonly resolve?: Resolve | undefined;
  /** Limits of `fetchPage` other than the usual ones. */
  readonly pageLimits?: Partial<WebClientLimits> | undefined;
}

function guardedFetch(guard: Guard, dispatcher: Dispatcher): typeof globalThis.fetch {
  const fetchGuarded = async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    try {
      guard.judgeLiteral(targetOf(url));
    } catch (cause) {
      // The form in which fetch itself reports a failed connection.
      throw new TypeError('fetch failed', { cause });
    }
    return fetchWhole(dispatcher, input as string, { ...init, dispatcher } as UndiciRequestInit);
  };
  // Its fetch is the global one's own implementation; only the two declarations differ.
  return fetchGuarded as unknown as typeof globalThis.fetch;
}

/** Opens the way out. `allowCidrs` are the private ranges that the operator permits; throws when one of the settings cannot be read. */
export function createEgress(settings: EgressSettings): Egress {
  const guard = createGuard(createAddressPolicy(settings), settings.resolve);
  const opened = openDispatcher(guard, settings.proxyUrl);
  const limited = limitInterim(opened);
  const dispatcher = settings.onExchange ? observe(limited, guard, settings.onExchange) : limited;
  const agents = openNodeAgents(guard, settings.proxyUrl);
  return {
    fetch: guardedFetch(guard, dispatcher),
    ...createWebClient(dispatcher, settings.pageLimits),
    ...agents,
    requirePermitted: async (url) => guard.judgeNow(targetOf(url)),
    async close() {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
      await opened.destroy();
    },
  };
}
