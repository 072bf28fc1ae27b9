import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { AppError } from '@docfleet/errors';
import {
  type Dispatcher,
  fetch,
  type RequestInfo,
  type RequestInit,
  Response,
  type RequestInit as UndiciRequestInit,
} from 'undici';
import { type AddressPolicySettings, createAddressPolicy } from './address-policy.ts';
import { decompressed, knownCodingsOf } from './decompress.ts';
import {
  createGuard,
  forwardTo,
  type Guard,
  openDispatcher,
  type Resolve,
  silenceTimeoutMs,
  type Target,
  targetOf,
  unbracketed,
} from './dispatcher.ts';
import { type OnExchange, observe } from './observe.ts';
import { createWebClient, type WebClient, type WebClientLimits } from './web-client.ts';

const header = 'content-encoding';

function withoutHeader(raw: readonly unknown[]): Buffer[] {
  const kept: Buffer[] = [];
  for (let index = 0; index < raw.length; index += 2)
    if (String(raw[index]).toLowerCase() !== header)
      kept.push(raw[index] as Buffer, raw[index + 1] as Buffer);
  return kept;
}

/** Hides from fetch how a response is coded, and reports it to the caller. */
const hidingCoding = (dispatcher: Dispatcher, onCoding: (coding: string | null) => void): Dispatcher =>
  dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        ...forwardTo(handler),
        onResponseStart(controller, status, { [header]: coding, ...headers }, message) {
          onCoding(coding === undefined ? null : String(coding));
          if (Array.isArray(controller.rawHeaders))
            controller.rawHeaders = withoutHeader(controller.rawHeaders);
          handler.onResponseStart?.(controller, status, headers, message);
        },
      }),
  );

/** A body that cannot be decompressed, in the form in which fetch reports one that breaks off. */
const brokenOff = (error: unknown) =>
  error instanceof AppError
    ? new TypeError('terminated', {
        cause: Object.assign(new Error(error.details.reason ?? error.message), { code: 'BODY_DAMAGED' }),
      })
    : error;

async function* decoded(body: NodeStream<Uint8Array>, codings: readonly string[]) {
  try {
    yield* decompressed(Readable.fromWeb(body), codings);
  } catch (error) {
    throw brokenOff(error);
  }
}

/**
 * Fetches as undici does, but for compressed bodies: its decoders take one that ends early for a whole one, on purpose
 * (https://github.com/nodejs/undici/issues/2123). Here it fails with the code BODY_DAMAGED as the cause's, and a body that was never
 * compressed, whatever its header says, is read as it is.
 */
async function fetchWhole(
  dispatcher: Dispatcher,
  input: RequestInfo,
  init: RequestInit = {},
): Promise<Response> {
  let coding: string | null = null;
  const hiding = hidingCoding(dispatcher, (named) => {
    coding = named;
  });
  const response = await fetch(input, { ...init, dispatcher: hiding });
  const codings = knownCodingsOf(coding);
  if (codings.length === 0 || response.body === null) return response;
  // Its length is that of the compressed bytes.
  const headers = [...response.headers].filter(([name]) => name !== 'content-length');
  const { status, statusText, url, redirected } = response;
  const body = ReadableStream.from(decoded(response.body as NodeStream<Uint8Array>, codings));
  const whole = new Response(body, { status, statusText, headers: [...headers, [header, coding ?? '']] });
  return Object.defineProperties(whole, { url: { value: url }, redirected: { value: redirected } });
}

type CreateConnection = http.Agent['createConnection'];
type Connecting = Parameters<CreateConnection>[0];
type Connected = (error: Error | null, socket?: Duplex) => void;

interface NodeAgents {
  readonly httpAgent: http.Agent;
  readonly httpsAgent: https.Agent;
}

const targetOfOptions = ({ host, port }: Connecting, defaultPort: number): Target => ({
  host: unbracketed(String(host ?? '')),
  port: Number(port ?? defaultPort),
});

function guardDirect(agent: http.Agent, defaultPort: number, guard: Guard): void {
  const original = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const target = targetOfOptions(options, defaultPort);
    // A literal address is never looked up, so it is judged here.
    guard.judgeLiteral(target);
    const socket = original({ ...options, lookup: guard.lookupFor(target.port) } as Connecting, callback);
    (socket as net.Socket | undefined)?.once('connect', function judge(this: net.Socket) {
      const misled = guard.misled(this, target);
      if (misled) this.destroy(misled);
    });
    return socket;
  };
}

/** Judges the target by the addresses that its name has here before the proxy is asked, because the proxy resolves names itself. */
function guardProxied(agent: http.Agent, defaultPort: number, guard: Guard): void {
  const original = agent.createConnection.bind(agent);
  const isTunnel = agent instanceof https.Agent;
  agent.createConnection = (options, callback) => {
    const connected = callback as Connected;
    guard.judgeNow(targetOfOptions(options, defaultPort)).then(
      () => {
        // A tunnel is handed over once it stands; a plain connection to the proxy at once.
        if (isTunnel) original(options, callback);
        else connected(null, original(options) as Duplex);
      },
      (error: Error) => connected(error),
    );
    return undefined;
  };
}

/** The guard for SDKs that want Node's own agents. */
function openNodeAgents(guard: Guard, proxyUrl: string | undefined): NodeAgents {
  const options = { keepAlive: true, timeout: silenceTimeoutMs };
  const proxyEnv = { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl };
  const proxied = proxyUrl === undefined ? options : { ...options, proxyEnv };
  const agents = { httpAgent: new http.Agent(proxied), httpsAgent: new https.Agent(proxied) };
  const guardAgent = proxyUrl === undefined ? guardDirect : guardProxied;
  guardAgent(agents.httpAgent, 80, guard);
  guardAgent(agents.httpsAgent, 443, guard);
  return agents;
}

/** Servers send one or two before the response itself: https://www.rfc-editor.org/rfc/rfc8297 */
const maxInterim = 32;

/**
 * Ends requests that are answered by one interim response (1xx) after another: each counts as a sign of life, so that no wait for headers
 * would ever end.
 */
const limitInterim = (dispatcher: Dispatcher): Dispatcher =>
  dispatcher.compose((dispatch) => (options, handler) => {
    let interim = 0;
    return dispatch(options, {
      ...forwardTo(handler),
      onResponseStart(controller, status, headers, message) {
        if (status < 200) interim += 1;
        if (interim > maxInterim)
          return controller.abort(
            Object.assign(new Error('Too many interim responses'), { code: 'INTERIM_FLOOD' }),
          );
        handler.onResponseStart?.(controller, status, headers, message);
      },
    });
  });

/** A socket that judges where it is to connect. It connects directly: a proxy for HTTP has no part in it. */
function openGuardedSocket(guard: Guard): net.Socket {
  const socket = new net.Socket();
  const connect = socket.connect.bind(socket);
  const connectJudged = (port: number, host: string): net.Socket => {
    const target = { host, port };
    socket.once('connect', () => {
      const misled = guard.misled(socket, target);
      if (misled) socket.destroy(misled);
    });
    try {
      // A literal address is never looked up, so it is judged here.
      guard.judgeLiteral(target);
    } catch (error) {
      return socket.destroy(error as Error);
    }
    return connect({ port, host, lookup: guard.lookupFor(port) });
  };
  return Object.assign(socket, { connect: connectJudged });
}

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
  /** Returns a socket with the same guard, for drivers of servers that speak no HTTP: they call `connect(port, host)`. */
  openSocket(): net.Socket;
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
    openSocket: () => openGuardedSocket(guard),
    requirePermitted: async (url) => guard.judgeNow(targetOf(url)),
    async close() {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
      await opened.destroy();
    },
  };
}
