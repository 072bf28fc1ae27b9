import http from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import type { Duplex } from 'node:stream';
import { silenceTimeoutMs } from './dispatcher.ts';
import type { Guard } from './guard.ts';
import { type Target, unbracketed } from './target.ts';

type CreateConnection = http.Agent['createConnection'];
type Connecting = Parameters<CreateConnection>[0];
type Connected = (error: Error | null, socket?: Duplex) => void;

export interface NodeAgents {
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

/** The proxy resolves names itself: the target is judged by what its name means here, before the proxy is asked. */
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
export function openNodeAgents(guard: Guard, proxyUrl: string | undefined): NodeAgents {
  const options = { keepAlive: true, timeout: silenceTimeoutMs };
  const proxyEnv = { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl };
  const proxied = proxyUrl === undefined ? options : { ...options, proxyEnv };
  const agents = { httpAgent: new http.Agent(proxied), httpsAgent: new https.Agent(proxied) };
  const guardAgent = proxyUrl === undefined ? guardDirect : guardProxied;
  guardAgent(agents.httpAgent, 80, guard);
  guardAgent(agents.httpsAgent, 443, guard);
  return agents;
}
