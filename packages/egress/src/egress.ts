import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net, { type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, buildConnector, type RequestInit as UndiciRequestInit, fetch as undiciFetch } from 'undici';
import { type AddressPolicy, addressForbidden, createAddressPolicy } from './address-policy.ts';

const connectTimeoutMs = 5_000;
/** A backstop: callers set tighter deadlines through their signals. */
const silenceTimeoutMs = 120_000;

/** The one way out of the fleet to addresses that a customer can influence. */
export interface Egress {
  /** Like the global fetch; rejects with ADDRESS_FORBIDDEN (as the error's cause) before a byte reaches a private address. */
  readonly fetch: typeof globalThis.fetch;
  /** The same guard for SDKs that want Node's own agents. */
  readonly httpAgent: http.Agent;
  readonly httpsAgent: https.Agent;
  /**
   * Rejects with ADDRESS_FORBIDDEN when this URL leads to a private address now, so that its owner is told early. A host that
   * cannot be looked up may pass: the connection is judged anyhow.
   */
  requirePermitted(url: URL): Promise<void>;
  close(): Promise<void>;
}

/** Resolves like dns.lookup, and fails when any of the host's addresses is forbidden: a mixed answer is an attack. */
function guardedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      if (!addresses.every(({ address }) => policy.permits(address)))
        return callback(addressForbidden(hostname), '', 0);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      if (!first) return callback(new Error(`${hostname} has no address`), '', 0);
      callback(null, first.address, first.family);
    });
  };
}

/** Nobody waits longer for a name server when an address is only checked in advance. */
const checkTimeoutMs = 3_000;

async function requirePermitted(policy: AddressPolicy, { hostname }: URL): Promise<void> {
  const host = unbracketed(hostname);
  const timeout = sleep(checkTimeoutMs, [], { ref: false });
  const found = await Promise.race([dns.promises.lookup(host, { all: true }).catch(() => []), timeout]);
  if (!found.every(({ address }) => policy.permits(address))) throw addressForbidden(host);
}

const unbracketed = (host: string) => host.replace(/^\[|\]$/g, '');

function guardedDispatcher(policy: AddressPolicy, lookup: LookupFunction): Agent {
  const connect = buildConnector({ lookup, timeout: connectTimeoutMs });
  return new Agent({
    headersTimeout: silenceTimeoutMs,
    bodyTimeout: silenceTimeoutMs,
    connect(options, callback) {
      const host = unbracketed(options.hostname);
      // A literal address is never looked up, so it is judged here.
      if (net.isIP(host) && !policy.permits(host)) return callback(addressForbidden(host), null);
      connect(options, callback);
    },
  });
}

function guardedAgents(policy: AddressPolicy, lookup: LookupFunction) {
  const refuseLiterals = <A extends http.Agent>(agent: A): A => {
    const original = agent.createConnection.bind(agent);
    agent.createConnection = (options, callback) => {
      const host = unbracketed(String((options as { host?: string }).host ?? ''));
      if (net.isIP(host) && !policy.permits(host)) throw addressForbidden(host);
      return original(options, callback);
    };
    return agent;
  };
  const options = { keepAlive: true, lookup, timeout: silenceTimeoutMs };
  return {
    httpAgent: refuseLiterals(new http.Agent(options)),
    httpsAgent: refuseLiterals(new https.Agent(options)),
  };
}

/** Opens the way out. `allowCidrs` are the private ranges that the operator permits. */
export function createEgress({ allowCidrs }: { allowCidrs: readonly string[] }): Egress {
  const policy = createAddressPolicy(allowCidrs);
  const lookup = guardedLookup(policy);
  const dispatcher = guardedDispatcher(policy, lookup);
  const agents = guardedAgents(policy, lookup);

  const guardedFetch = (input: string | URL | Request, init?: RequestInit) =>
    undiciFetch(input as string, { ...init, dispatcher } as UndiciRequestInit);

  return {
    // undici's fetch is the global one's own implementation; only the two declarations differ.
    fetch: guardedFetch as unknown as typeof globalThis.fetch,
    ...agents,
    requirePermitted: (url) => requirePermitted(policy, url),
    async close() {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
      await dispatcher.destroy();
    },
  };
}
