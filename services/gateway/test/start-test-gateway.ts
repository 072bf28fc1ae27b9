import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectorNames } from '@docfleet/connectors';
import { createApiKey, maxRateLimit } from '@docfleet/domain/api-key';
import { createOrganization } from '@docfleet/domain/organization';
import { openRequestDatabases, openResources, resourcesConfig } from '@docfleet/pipeline/resources';
import { extensions } from '@docfleet/registry';
import { createLogger } from '@docfleet/runtime/logging';
import { Scope } from '@docfleet/runtime/service';
import { createTestDatabase, createTestRedis } from '@docfleet/testing';
import { z } from 'zod';
import { createGatewayContext } from '../src/create-context.ts';
import type { GatewayContext } from '../src/http/context.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { routesWith } from '../src/routes.ts';
import { startGateway } from '../src/start.ts';
import { type Caller, createCaller } from './call.ts';
import { createResponseJudge } from './response-judge.ts';

export interface TestGateway {
  readonly url: string;
  readonly context: GatewayContext;
  /** Calls with an admin's key by default. */
  readonly call: Caller;
  readonly organizationId: string;
  readonly keys: { readonly admin: string; readonly ingest: string; readonly read: string };
  readonly spoolDirectory: string;
  /** Log lines as they were written. */
  readonly log: string[];
  close(): Promise<void>;
}

/** Configurations that need no account. */
export const localConfigs = {
  fileStorageConfig: { type: 'LOCAL' },
  vectorStorageConfig: { provider: 'LANCEDB' },
  embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
  webScraperConfig: { provider: 'BUILTIN' },
} as const;

/** Unreachable vendors: tests that need one start it. */
const nobodysOAuth = Object.fromEntries(
  connectorNames.map((connector) => [
    connector,
    { tokenUrl: 'http://127.0.0.1:9/', revokeUrl: 'http://127.0.0.1:9/' },
  ]),
);

async function openTestContext(scope: Scope, log: string[]): Promise<GatewayContext> {
  const folder = scope.defer(await mkdtemp(join(tmpdir(), 'docfleet-gateway-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const database = scope.defer(await createTestDatabase(), (opened) => opened.drop());
  const redis = scope.defer(await createTestRedis(), (opened) => opened.drop());
  const config = z.object(resourcesConfig).parse({
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  });
  const destination = { write: (line: string) => void log.push(line) };
  const logger = createLogger({ service: 'gateway', level: 'info' }, destination);
  const resources = await openResources(scope, config, logger);
  const databases = openRequestDatabases(scope, config, logger);
  return createGatewayContext(
    { ...resources, ...databases },
    {
      limits: { textBytes: 100_000, fileBytes: 1_000_000, convertedFileBytes: 100_000, jsonBytes: 1_000_000 },
      spoolDirectory: join(folder, 'spool'),
      conversionTimeoutMs: 1_500,
      consoleIdleMs: 3_600_000,
      // Tests are busier than customers; those about limits set their own.
      rateLimitPerMinute: maxRateLimit,
      trustedProxies: [],
      connectionRedirectHosts: [],
      mcpAllowedOrigins: [],
      oauthOverrides: nobodysOAuth,
      pickerOverrides: {},
      connectorEndpoints: {},
    },
  );
}

/** The whole gateway on a free port, with real PostgreSQL and Redis, an organization and its keys. */
export async function startTestGateway(
  changes: Partial<GatewayContext> = {},
  served = extensions,
): Promise<TestGateway> {
  const scope = new Scope();
  const log: string[] = [];
  const names = served.map(({ name }) => name);
  const context = { ...(await openTestContext(scope, log)), extensions: names, ...changes };
  const routes = routesWith(served);
  const { url } = await startGateway(scope, context, {
    port: 0,
    host: '127.0.0.1',
    keepAliveMs: 65_000,
    served: routes,
  });
  const { database, spoolDirectory } = context;
  const organizationId = await createOrganization(database, 'Acme');
  const keyOf = (scopes: ('admin' | 'ingest' | 'read')[]) =>
    createApiKey(database, { organizationId, name: 'test', scopes });
  const [admin, ingest, read] = await Promise.all([keyOf(['admin']), keyOf(['ingest']), keyOf(['read'])]);
  const call = createCaller(url, admin, createResponseJudge(openApiDocument(routes)));
  const keys = { admin, ingest, read };
  return { url, context, call, organizationId, keys, spoolDirectory, log, close: () => scope.close() };
}
