import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import type { Guard } from './guard.ts';
import { targetOf, unbracketed } from './target.ts';

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
