import { availableParallelism } from 'node:os';
import { authenticate, type Principal, recordApiKeyUse } from '@docfleet/domain/api-key';
import { acceptDocument, createDocuments, gatherDocuments, reserveRoom } from '@docfleet/domain/ingest';
import { readKeywordStatistics } from '@docfleet/domain/keyword-sample';
import { useConsoleSession } from '@docfleet/domain/organization';
import type { RequestDatabases, Resources } from '@docfleet/pipeline/resources';
import {
  createCacheLeases,
  createLocalLeases,
  createRateLimiter,
  type RateLimiter,
  withFallback,
} from '@docfleet/redis/rate-limit';
import { limits } from '@docfleet/runtime/config';
import { type ActiveOwners, createActiveOwners, createTurns } from '@docfleet/runtime/fairness';
import { addToLogContext } from '@docfleet/runtime/logging';
import { withSpan } from '@docfleet/runtime/tracing';
import { rememberStatistics } from '@docfleet/search';
import { LRUCache } from 'lru-cache';
import { rememberSessions } from './console/serve-session.ts';
import type { GatewayContext, GatewaySettings } from './http/context.ts';
import { createEventStreams } from './http/event-streams.ts';
import { rememberCallers } from './http/remember-callers.ts';
import { createSlowRefusals } from './http/slow-refusals.ts';
import { createSpoolQuotas } from './http/spool.ts';
import { findOwnNamespace } from './namespaces/find-own-namespace.ts';
import { rememberNamespaces } from './namespaces/remember-namespaces.ts';

/** Looks a key up and notes that it is in use, out of the request's way. */
function createFindCaller({ database, logger }: Resources) {
  return async (presentedKey: string): Promise<Principal | undefined> => {
    const caller = await authenticate(database, presentedKey);
    if (caller)
      recordApiKeyUse(database, caller).catch((error: unknown) =>
        logger.warn({ error }, 'the use of an API key was not noted'),
      );
    return caller;
  };
}

function createLimiter({ cache, logger }: Resources): RateLimiter {
  return createRateLimiter(withFallback(createCacheLeases(cache), createLocalLeases(), logger));
}

const maxRefusedNetworks = 50_000;

/** Two for each processor, as a search waits for PostgreSQL as well; one is always left for another organization. */
const searchesAtOnce = Math.max(4, 2 * availableParallelism());
/** Half of the processors, so that another organization's search computes at once. */
const searchesBesideOthers = Math.max(1, Math.floor(searchesAtOnce / 4));

const createRequestTurns = (active: ActiveOwners) => ({
  expensiveTurns: createTurns({
    perOwner: limits.expensiveStatementsPerOrganization,
    besideOthers: { turns: limits.expensiveStatementsBesideOthers, active },
    waitMs: limits.expensiveStatementWaitMs,
  }),
  answerTurns: createTurns({
    perOwner: limits.answersPerOrganization,
    waitMs: limits.expensiveStatementWaitMs,
  }),
  searchTurns: createTurns({
    perOwner: searchesAtOnce - 1,
    besideOthers: { turns: searchesBesideOthers, active },
    atOnce: searchesAtOnce,
    waitMs: limits.searchWaitMs,
  }),
  vendorTurns: createTurns({
    perOwner: limits.vendorRequestsPerNamespace,
    waitMs: limits.searchWaitMs,
    ownerName: 'namespace',
  }),
});

/** How documents are accepted: within the quotas, while the disk has room, new ones of concurrent requests together. */
function createAcceptance({
  database,
  admissionWindow,
  quotas,
  disk,
}: Pick<Resources, 'database' | 'admissionWindow' | 'quotas' | 'disk'>): GatewayContext['acceptDocument'] {
  const create = gatherDocuments((entries) => createDocuments(database, entries));
  return async (incoming, storeFile) => {
    const accepted = await withSpan('accept document', {}, async () => {
      await disk.require();
      const room = await reserveRoom(database, quotas, incoming);
      try {
        const admission = await admissionWindow.admit(incoming.namespaceId);
        const options = { admission, create, ...(storeFile && { storeFile }) };
        return await acceptDocument(database, incoming, options);
      } finally {
        room.end();
      }
    });
    const { documentId, ingestJobRunId } = accepted;
    addToLogContext({ namespaceId: incoming.namespaceId, documentId, ingestJobRunId });
    return accepted;
  };
}

/** What the routes work with, of what the process has opened. */
export function createGatewayContext(
  resources: Resources & RequestDatabases,
  settings: GatewaySettings,
): GatewayContext {
  const { requestDatabase: database, vault } = resources;
  const callers = rememberCallers(createFindCaller({ ...resources, database }));
  const active = createActiveOwners();
  return {
    ...resources,
    database,
    ...settings,
    async authenticate(presentedKey) {
      const caller = await callers.find(presentedKey);
      if (caller) active.note(caller.organizationId);
      return caller;
    },
    wasValid: callers.wasValid,
    forgetCaller: callers.forget,
    refusedNetworks: new LRUCache({ max: maxRefusedNetworks }),
    slowRefusals: createSlowRefusals(),
    ...rememberSessions((id) => useConsoleSession(database, id, settings.consoleIdleMs)),
    ...createRequestTurns(active),
    spoolQuotas: createSpoolQuotas(),
    rateLimiter: createLimiter(resources),
    fingerprintKey: vault.deriveKey('idempotency'),
    acceptDocument: createAcceptance({ ...resources, database }),
    keywordStatistics: rememberStatistics((namespaceId) => readKeywordStatistics(database, namespaceId)),
    useNamespace: rememberNamespaces((organizationId, name) =>
      findOwnNamespace({ ...resources, database }, organizationId, name),
    ),
    linkKey: vault.deriveKey('links'),
    eventStreams: createEventStreams(),
  };
}
