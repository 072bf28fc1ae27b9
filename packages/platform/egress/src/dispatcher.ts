import type { LookupAddress } from 'node:dns';
import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import { type AddressPolicy, refusalOf } from './address-policy.ts';

/** Creates a handler that forwards all events, for a caller that overrides some of them. */
export const forwardTo = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
  onRequestStart: (...event) => handler.onRequestStart?.(...event),
  onRequestUpgrade: (...event) => handler.onRequestUpgrade?.(...event),
  onBodySent: (...event) => handler.onBodySent?.(...event),
  onRequestSent: () => handler.onRequestSent?.(),
  onResponseStarted: () => handler.onResponseStarted?.(),
  onResponseStart: (...event) => handler.onResponseStart?.(...event),
  onResponseData: (...event) => handler.onResponseData?.(...event),
  onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
  onResponseError: (...event) => handler.onResponseError?.(...event),
});

/** Host and port that a URL connects to. */
export interface Target {
  /** Host name or address; IPv6 without its brackets. */
  readonly host: string;
  readonly port: number;
}

const defaultPort: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

export const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Tests whether an address carries a user name or password, which would end up in logs and in other people's hands. */
export function hasCredentials(text: string): boolean {
  const url = URL.parse(text);
  return Boolean(url?.username || url?.password);
}

/** Parses the target of a URL; throws ADDRESS_FORBIDDEN if it is not plain http or https, or carries credentials. */
export function targetOf(url: URL): Target {
  const port = defaultPort[url.protocol];
  if (port === undefined || url.hostname === '')
    throw new AppError(
      'ADDRESS_FORBIDDEN',
      `An address begins with http:// or https://, not with ${url.protocol}`,
    );
  if (url.username || url.password)
    throw new AppError(
      'ADDRESS_FORBIDDEN',
      `The address at ${url.hostname} must not carry a user name or password`,
    );
  return { host: unbracketed(url.hostname), port: url.port === '' ? port : Number(url.port) };
}

/** Looks up all addresses of a name, as dns.promises.lookup does. */
export type Resolve = (hostname: string, options: dns.LookupOptions) => Promise<LookupAddress[]>;

/** Judges connections: where one is about to lead, and where it has led. */
export interface Guard {
  /** Throws ADDRESS_FORBIDDEN for a literal address that may not be connected to. Names are judged by `lookupFor`. */
  judgeLiteral(target: Target): void;
  /** Like dns.lookup; fails when any of the name's addresses is forbidden: a mixed answer is an attack. */
  lookupFor(port: number): LookupFunction;
  /** ADDRESS_FORBIDDEN when a connection was made to a forbidden address, however its name was resolved. */
  misled(socket: net.Socket, target: Target): Error | undefined;
  /**
   * Rejects with ADDRESS_FORBIDDEN when the target is forbidden as names resolve now. A name that cannot be looked up passes, unless it is
   * one of a private network.
   */
  judgeNow(target: Target): Promise<void>;
  /** Tests whether connections to the target lately led into one of the operator's ranges. */
  isOperators(target: Target): boolean;
}

/** Matches names that only private networks have (RFC 6761, 6762 and 8375; `internal` is reserved by ICANN), and those without a dot. */
const privateName = /(?:^|\.)(?:internal|local|localhost|home\.arpa)\.?$|^[^.:]+$/i;

/** A name server's timeout where an address is only checked in advance. */
const checkTimeoutMs = 3_000;
const maxRemembered = 1_000;

const resolveNames: Resolve = (hostname, options) => dns.promises.lookup(hostname, { ...options, all: true });

/** Applies the policy, and remembers the last hosts that are the operator's own. */
function createJudge(policy: AddressPolicy) {
  const operatorHosts = new Set<string>();
  const keyOf = ({ host, port }: Target) => `${host} ${port}`;
  return {
    refusal: (target: Target, address: string) =>
      refusalOf(policy.judge(address, target.port), target.host, target.port),
    requireAll(target: Target, addresses: readonly string[]): void {
      const verdicts = addresses.map((address) => policy.judge(address, target.port));
      for (const verdict of verdicts) {
        const error = refusalOf(verdict, target.host, target.port);
        if (error) throw error;
      }
      if (!verdicts.includes('operator')) return;
      if (operatorHosts.size >= maxRemembered) operatorHosts.clear();
      operatorHosts.add(keyOf(target));
    },
    isOperators: (target: Target) => operatorHosts.has(keyOf(target)),
  };
}

const addressesOf = (found: readonly LookupAddress[]) => found.map(({ address }) => address);

/** Creates the guard of a policy. Resolves a name once for each connection, and connects to the address that was judged. */
export function createGuard(policy: AddressPolicy, resolve: Resolve = resolveNames): Guard {
  const { refusal, requireAll, isOperators } = createJudge(policy);

  async function lookupJudged(hostname: string, port: number, options: dns.LookupOptions) {
    const found = await resolve(hostname, options);
    if (found.length === 0) throw new Error(`${hostname} has no address`);
    requireAll({ host: hostname, port }, addressesOf(found));
    return found;
  }

  return {
    judgeLiteral(target) {
      if (net.isIP(target.host)) requireAll(target, [target.host]);
    },
    lookupFor: (port) => (hostname, options, callback) => {
      lookupJudged(hostname, port, options).then(
        (found) => {
          const [first] = found as [LookupAddress, ...LookupAddress[]];
          if (options.all) callback(null, found);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    },
    misled: ({ remoteAddress }, target) => (remoteAddress ? refusal(target, remoteAddress) : undefined),
    async judgeNow(target) {
      const timeout = sleep(checkTimeoutMs, [], { ref: false });
      const found = await Promise.race([resolve(target.host, { all: true }).catch(() => []), timeout]);
      requireAll(target, addressesOf(found));
      const refused = found.length === 0 && privateName.test(target.host);
      if (refused) throw refusalOf('private', target.host, target.port);
    },
    isOperators,
  };
}

const connectTimeoutMs = 5_000;
/** A backstop: callers set tighter deadlines through their signals. */
export const silenceTimeoutMs = 120_000;

/** Browsers read 256 KB; some sites set dozens of cookies and policies. */
const maxHeaderSize = 131_072;

/** One for each port in use; each remembers some TLS sessions. */
const maxConnectors = 64;

const timeouts = { headersTimeout: silenceTimeoutMs, bodyTimeout: silenceTimeoutMs };
const portOf = ({ port, protocol }: buildConnector.Options) =>
  port ? Number(port) : protocol === 'https:' ? 443 : 80;

/** Connects to nothing that the guard forbids: judged before the first packet, and once more when the connection stands. */
function openDirect(guard: Guard): Dispatcher {
  const connectors = new Map<number, buildConnector.connector>();
  const connectorFor = (port: number) => {
    const known = connectors.get(port);
    if (known) return known;
    if (connectors.size >= maxConnectors) connectors.clear();
    const made = buildConnector({ lookup: guard.lookupFor(port), timeout: connectTimeoutMs });
    connectors.set(port, made);
    return made;
  };
  return new Agent({
    ...timeouts,
    maxHeaderSize,
    connect(options, callback) {
      const target = { host: unbracketed(options.hostname), port: portOf(options) };
      try {
        // A literal address is never looked up, so it is judged here.
        guard.judgeLiteral(target);
      } catch (error) {
        return callback(error as Error, null);
      }
      connectorFor(target.port)(options, (error, socket) => {
        if (error) return callback(error, null);
        const misled = guard.misled(socket, target);
        if (!misled) return callback(null, socket);
        socket.destroy();
        callback(misled, null);
      });
    },
  });
}

/**
 * Connects through the operator's proxy. The proxy resolves names itself, so a target is judged by the addresses that its name has
 * here; a name that only the proxy can resolve passes: the proxy's own rules must keep it from private addresses.
 */
function openProxied(guard: Guard, proxyUrl: string): Dispatcher {
  const proxy = new ProxyAgent({
    uri: proxyUrl,
    connectTimeout: connectTimeoutMs,
    maxHeaderSize,
    ...timeouts,
  });
  return proxy.compose((dispatch) => (options, handler) => {
    const refuse = (error: Error) =>
      // There is no request yet, and so nothing that could be controlled.
      handler.onResponseError?.(undefined as unknown as Dispatcher.DispatchController, error);
    Promise.resolve()
      .then(() => guard.judgeNow(targetOf(new URL(String(options.origin)))))
      .then(() => dispatch(options, handler))
      .catch(refuse);
    return true;
  });
}

/** Opens the way that all requests of undici take, directly or through a proxy. */
export const openDispatcher = (guard: Guard, proxyUrl: string | undefined): Dispatcher =>
  proxyUrl === undefined ? openDirect(guard) : openProxied(guard, proxyUrl);
