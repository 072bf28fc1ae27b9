import { setTimeout as pause } from 'node:timers/promises';
import {
  type ApiClient,
  createApiClient,
  type DriveFake,
  type OAuthServer,
  reserveFreePort,
  type StubServer,
  startGoogleDriveFake,
  startOAuthServer,
  startStubServer,
  startWebSite,
  type WebSite,
  webPage,
} from '@docfleet/testing';
import { startVendors, type Vendors, vendorEnvironment } from '../../tests/e2e/vendors.ts';
import { type BenchServers, startGatewayProcess, startWorkerProcess } from '../servers.ts';
import { makeTenant } from '../tenant.ts';
import { type Hour, letFail, oauthFault } from './bad-hour.ts';

const workers = ['scheduler', 'scraper', 'parser', 'embedder', 'connector-sync', 'webhook-dispatcher'];
const pages = 50;

/** Vendors and receivers that a fleet exchanges requests with. */
interface Surroundings {
  readonly vendors: Vendors;
  readonly drive: DriveFake;
  readonly oauth: OAuthServer;
  readonly site: WebSite;
  /** One that takes everything, one that refuses, one that never answers. */
  readonly receivers: readonly StubServer[];
  readonly hour: Hour;
}

/** A fleet as production runs it, a process for each service, and its surroundings. */
export interface World extends Surroundings {
  readonly url: string;
  readonly api: ApiClient;
  /** Ports at which the processes serve their metrics. */
  readonly internalPorts: readonly number[];
}

async function openSite(): Promise<WebSite> {
  const paths = Array.from({ length: pages }, (_, page) => `/${page}`);
  const page = (title: string, links: string[]) =>
    webPage({ title, text: `All that is known about ${title}, and some more.`, links });
  const site = await startWebSite({
    '/': page('the front', paths),
    ...Object.fromEntries(paths.map((path) => [path, page(`page ${path}`, ['/'])])),
    '/7': { status: 500, body: 'broken' },
    '/8': { status: 404, body: 'gone' },
  });
  site.delayMs = 80;
  return site;
}

async function respondLater() {
  await pause(30);
  return { status: 204 };
}

async function startSurroundings({ scope }: BenchServers): Promise<Surroundings> {
  const hour = { isBad: false };
  const [vendors, drive, oauth, site, ...receivers] = await Promise.all([
    startVendors({ embeddingLatencyMs: 120 }),
    startGoogleDriveFake({ pageSize: 8 }),
    startOAuthServer('GOOGLE_DRIVE', { changes: { accessTokenSeconds: 60 }, fault: oauthFault(hour) }),
    openSite(),
    startStubServer(respondLater, { remember: 1 }),
    startStubServer(() => ({ status: 500 }), { remember: 1 }),
    startStubServer(() => undefined, { remember: 1 }),
  ]);
  for (const server of [vendors, drive, oauth, site, ...receivers])
    scope.defer(server, (opened) => opened.close());
  letFail({ vendors, drive, oauth }, hour);
  return { vendors, drive, oauth, site, receivers, hour };
}

async function startProcesses(servers: BenchServers): Promise<{ url: string; internalPorts: number[] }> {
  const internalPorts: number[] = [];
  const ownPort = async () => {
    const port = await reserveFreePort();
    internalPorts.push(port);
    return { INTERNAL_PORT: String(port) };
  };
  const { url } = await startGatewayProcess(servers, await ownPort());
  for (const service of workers) startWorkerProcess(servers, service, await ownPort());
  return { url, internalPorts };
}

/** Starts it; everything ends with the servers' scope. */
export async function startWorld(servers: BenchServers): Promise<World> {
  const surroundings = await startSurroundings(servers);
  const { drive, oauth } = surroundings;
  const own = {
    ...servers,
    environment: {
      ...servers.environment,
      ...vendorEnvironment,
      LOG_LEVEL: 'warn',
      NAMESPACE_WINDOW: '32',
      OAUTH_OVERRIDES: JSON.stringify({ GOOGLE_DRIVE: oauth.endpoints }),
      CONNECTOR_ENDPOINTS: JSON.stringify({ GOOGLE_DRIVE: { api: drive.url, export: drive.url } }),
    },
  };
  const { apiKey } = await makeTenant(own, []);
  const { url, internalPorts } = await startProcesses(own);
  return { ...surroundings, url, internalPorts, api: createApiClient({ url, apiKey }) };
}
