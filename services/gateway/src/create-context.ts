import { findOwnNamespace } from '@docfleet/api/find-own';
import { authenticate, type Principal, recordApiKeyUse } from '@docfleet/domain/api-key';
import { acceptDocument, createDocuments, gatherDocuments, reserveRoom } from '@docfleet/domain/ingest';
import { useConsoleSession } from '@docfleet/domain/organization';
import type { RequestDatabases, Resources } from '@docfleet/pipeline/resources';
import {
  createCacheLeases,
  createLocalLeases,
  createRateLimiter,
  type RateLimiter,
  withFallback,
} from '@docfleet/redis/rate-limit';
import { extensions } from '@docfleet/registry';
import { limits } from '@docfleet/runtime/config';
import { type ActiveOwners, createActiveOwners, createTurns } from '@docfleet/runtime/fairness';
import { addToLogContext } from '@docfleet/runtime/logging';
import { withSpan } from '@docfleet/runtime/tracing';
import { createSearchContext } from '@docfleet/search';
import { LRUCache } from 'lru-cache';
import { rememberSessions } from './console/serve-session.ts';
import type { GatewayContext, GatewaySettings } from './http/context.ts';
import { createEventStreams } from './http/event-streams.ts';
import { rememberCallers } from './http/remember-callers.ts';
import { createSlowRefusals } from './http/slow-clients.ts';
import { createSpoolQuotas } from './http/spool.ts';
import { rememberNamespaces } from './namespaces/remember-namespaces.ts';

/** Returns a function that looks a key up and records its use in the background, so that no request waits for that write. */
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
});

/** Returns the function that accepts documents: within quotas and free disk space, batching those of concurrent requests. */
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

/** Returns the dependencies of the routes, made from the resources that the process has opened and from its settings. */
export function createGatewayContext(
  resources: Resources & RequestDatabases,
  settings: GatewaySettings,
): GatewayContext {
  const { requestDatabase: database, vault } = resources;
  const callers = rememberCallers(createFindCaller({ ...resources, database }));
  const active = createActiveOwners();
  return {
    ...resources,
    ...settings,
    extensions: extensions.map(({ name }) => name),
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
    ...createSearchContext({ ...resources, database }, active),
    onAnswerJudged: resources.metrics.answerJudged,
    ...createRequestTurns(active),
    spoolQuotas: createSpoolQuotas(),
    rateLimiter: createLimiter(resources),
    fingerprintKey: vault.deriveKey('idempotency'),
    acceptDocument: createAcceptance({ ...resources, database }),
    useNamespace: rememberNamespaces((organizationId, name) =>
      findOwnNamespace({ ...resources, database }, organizationId, name),
    ),
    linkKey: vault.deriveKey('links'),
    eventStreams: createEventStreams(),
  };
}
