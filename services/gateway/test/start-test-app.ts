import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTurns } from '@docfleet/runtime/fairness';
import { createLogger } from '@docfleet/runtime/logging';
import { createMetrics } from '@docfleet/runtime/metrics';
import { LRUCache } from 'lru-cache';
import { createApp } from '../src/app.ts';
import type { GatewayContext } from '../src/http/context.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { refuseUnreadable } from '../src/http/refuse-unreadable.ts';
import type { Route } from '../src/http/route.ts';
import { createSlowRefusals } from '../src/http/slow-clients.ts';
import { createSpoolQuotas } from '../src/http/spool.ts';
import { type Caller, createCaller } from './call.ts';
import { createResponseJudge } from './response-judge.ts';

export interface TestApp {
  readonly url: string;
  readonly call: Caller;
  readonly spoolDirectory: string;
  /** Parsed log lines. */
  readonly log: Record<string, unknown>[];
  close(): Promise<void>;
}

/** The framework alone, with routes of the test's own; `read`, `ingest` and `admin` after `df_live_` are its keys. */
export async function startTestApp(
  routes: readonly Route[],
  changes: Partial<GatewayContext> = {},
): Promise<TestApp> {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'docfleet-spool-'));
  const log: Record<string, unknown>[] = [];
  const logger = createLogger(
    { service: 'gateway', level: 'info' },
    { write: (line: string) => void log.push(JSON.parse(line)) },
  );
  const context = {
    logger,
    metrics: createMetrics('gateway'),
    spoolDirectory,
    limits: { textBytes: 1_000, fileBytes: 100_000, jsonBytes: 10_000 },
    consoleIdleMs: 3_600_000,
    readiness: {},
    rateLimitPerMinute: 0,
    trustedProxies: [],
    wasValid: () => false,
    isSessionOpen: async () => false,
    refusedNetworks: new LRUCache<string, true>({ max: 100 }),
    slowRefusals: createSlowRefusals(),
    expensiveTurns: createTurns({ perOwner: 4, waitMs: 1_000 }),
    spoolQuotas: createSpoolQuotas(),
    async authenticate(presentedKey: string) {
      const [, scope] = /^df_live_(read|ingest|admin)$/.exec(presentedKey) ?? [];
      return scope
        ? {
            apiKeyId: 'key',
            organizationId: 'organization',
            scopes: [scope],
            rateLimitPerMinute: null,
            sharedLimits: [],
          }
        : undefined;
    },
    ...changes,
    // The framework needs no more of it; the test's routes bring what they use.
  } as unknown as GatewayContext;
  const server = createServer(createApp(routes, context));
  refuseUnreadable(server, logger);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    call: createCaller(url, 'df_live_admin', createResponseJudge(openApiDocument(routes))),
    spoolDirectory,
    log,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(spoolDirectory, { recursive: true, force: true });
    },
  };
}
