import { isDeepStrictEqual } from 'node:util';
import type { Database, DatabaseSession, NamespaceModel } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { reembedNamespace } from '@docfleet/queues';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import type { Vault } from '@docfleet/secrets';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { createId } from '../database/identifier.ts';
import { hasVectors, isBeingPurged } from '../document/list-documents.ts';
import { type OutboxJob, writeOutbox } from '../outbox/outbox.ts';
import { capabilitiesOf, type ProviderCapabilities, parseCapabilities } from './capabilities.ts';
import { type NamespaceConfigs, sealConfigs, secretFields, unsealConfigs } from './configs.ts';
import { type Namespace, toNamespace } from './namespace.ts';
import { previousConfigsOf } from './read-settings.ts';

/** The providers that vectors depend on; their keys can be changed at any time. */
const generationProviders = ['embeddingModelConfig', 'contextModelConfig', 'vectorStorageConfig'] as const;
/** The configurations that vectors depend on. */
const generationConfigs = [...generationProviders, 'chunkConfig'] as const;

const withoutSecrets = (config: object | undefined) =>
  Object.entries(config ?? {})
    .filter(([field, value]) => value !== undefined && !secretFields.includes(field))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
const isSameBut = (first: object | undefined, second: object | undefined) =>
  isDeepStrictEqual(withoutSecrets(first), withoutSecrets(second));

/** Returns whether a change of configurations needs other vectors: another model or store, not just another key or password. */
const changesGeneration = (configs: NamespaceConfigs, next: NamespaceConfigs): boolean =>
  generationConfigs.some((name) => !isSameBut(configs[name], next[name]));

/** Returns whether a change is of the vector store alone: vectors go there as they are, and no model is asked for them. */
export const movesVectors = (configs: NamespaceConfigs, next: NamespaceConfigs): boolean =>
  generationConfigs.every(
    (name) => isSameBut(configs[name], next[name]) !== (name === 'vectorStorageConfig'),
  );

/** The effect of a change on a namespace's vectors: columns to write with the configurations, and the requested work. */
interface GenerationChange {
  readonly columns: Partial<
    Pick<NamespaceModel, 'generation' | 'reembeddingRunId' | 'sealedPreviousSecrets' | 'analyzerVersion'> & {
      previousConfigs: ReturnType<typeof sealConfigs>['shown'];
    }
  >;
  readonly reembeddingRunId: string | undefined;
  readonly jobs: readonly OutboxJob[];
}

interface ConfigChange {
  readonly row: NamespaceModel;
  readonly configs: NamespaceConfigs;
  readonly next: NamespaceConfigs;
  readonly reembed: boolean;
}

/** Creates one run for all documents. It counts one more while documents are listed, so that it cannot complete before. */
async function startRun(session: DatabaseSession, { id, organizationId }: NamespaceModel): Promise<string> {
  const [ingestJobId, runId] = [createId(), createId()];
  const owner = { organizationId, namespaceId: id, tenantId: null };
  // The chunk sizes are those of each document's own job.
  await session.ingestJob.create({
    data: {
      id: ingestJobId,
      ...owner,
      source: 'REEMBEDDING',
      config: {},
      chunkSize: 1_000,
      chunkOverlap: 200,
    },
  });
  await session.ingestJobRun.create({
    data: {
      id: runId,
      ...owner,
      ingestJobId,
      status: 'PRE_PROCESSING',
      unfinishedDocuments: 1,
      traceparent: currentTraceparent() ?? null,
    },
  });
  return runId;
}

async function reembed(
  session: DatabaseSession,
  row: NamespaceModel,
  columns: GenerationChange['columns'],
): Promise<GenerationChange> {
  const reembeddingRunId = await startRun(session, row);
  const jobs = [await writeOutbox(session, reembedNamespace, { namespaceId: row.id })];
  return { columns: { ...columns, reembeddingRunId }, reembeddingRunId, jobs };
}

/** Applies new secrets of the current model or store to the previous one, where both shared the old ones. */
function rotatePrevious({ configs, next }: ConfigChange, previous: NamespaceConfigs): NamespaceConfigs {
  const rotated = generationProviders.flatMap((name) => {
    const [config, replacing] = [previous[name], next[name]];
    if (!config || config.provider !== replacing?.provider) return [];
    const shared = secretFields.filter(
      (field) => config[field] !== undefined && isDeepStrictEqual(config[field], configs[name]?.[field]),
    );
    return [[name, { ...config, ...Object.fromEntries(shared.map((field) => [field, replacing[field]])) }]];
  });
  return { ...previous, ...Object.fromEntries(rotated) };
}

/** Delay after which a change that waits for the one before it may be sent again, in milliseconds. */
const changeRetryAfterMs = 10_000;

async function startGeneration(
  session: DatabaseSession,
  vault: Vault,
  { row, configs, next, reembed: wanted }: ConfigChange,
): Promise<GenerationChange> {
  const changed = generationConfigs.filter((name) => !isSameBut(configs[name], next[name])).join(' and ');
  if (row.previousConfigs !== null)
    throw new AppError(
      'NAMESPACE_CONFLICT',
      `${changed} cannot be changed again yet: the documents are still being embedded anew, or moved to another store, after the last change`,
      { details: { retryAfterMs: changeRetryAfterMs } },
    );
  const isFilled = await hasVectors(session, row.id);
  if (!isFilled && !(await isBeingPurged(session, row.id)))
    return { columns: { analyzerVersion }, reembeddingRunId: undefined, jobs: [] };
  if (isFilled && !wanted && !movesVectors(configs, next))
    throw new AppError(
      'NAMESPACE_CONFLICT',
      `${changed} cannot simply be changed while the namespace has documents: their vectors lie in the old store, made by the old model. With ?reembed=true all of them are embedded anew`,
    );
  const previous = Object.fromEntries(generationConfigs.map((name) => [name, configs[name]]));
  const { shown, sealed } = sealConfigs(vault, row.id, previous);
  const generation = row.generation + 1;
  return reembed(session, row, {
    generation,
    previousConfigs: shown,
    sealedPreviousSecrets: sealed,
    analyzerVersion,
  });
}

/**
 * Determines the effect of a configuration change on the vectors of a locked namespace. Rejects with NAMESPACE_CONFLICT if they
 * would be lost without `reembed`, or while an earlier change is in progress. During one, `reembed` without such a change retries
 * the failed documents.
 */
async function changeGeneration(
  session: DatabaseSession,
  vault: Vault,
  change: ConfigChange,
): Promise<GenerationChange> {
  const { row, configs, next } = change;
  if (changesGeneration(configs, next)) return startGeneration(session, vault, change);
  const previous = previousConfigsOf(vault, row);
  if (!previous) return { columns: {}, reembeddingRunId: undefined, jobs: [] };
  const { shown, sealed } = sealConfigs(vault, row.id, rotatePrevious(change, previous));
  const columns = { previousConfigs: shown, sealedPreviousSecrets: sealed };
  const again = change.reembed && row.reembeddingRunId !== null;
  return again ? reembed(session, row, columns) : { columns, reembeddingRunId: undefined, jobs: [] };
}

export interface NamespaceUpdate {
  readonly namespaceId: string;
  /** Configurations, each of which replaces the current one completely; undefined removes it. */
  readonly configs: NamespaceConfigs;
  /** Capabilities of the servers of the new ones; default: none are known. */
  readonly capabilities?: ProviderCapabilities;
  /** Whether documents may be re-embedded if the change requires it. */
  readonly reembed: boolean;
}

export interface UpdatedNamespace {
  readonly namespace: Namespace;
  /** The run that re-embeds the documents, if any. */
  readonly reembeddingRunId: string | undefined;
  readonly jobs: readonly OutboxJob[];
}

/** The words of the configuration's name, in capitals. */
const connectorOf = (config: string) =>
  config
    .replace(/Config$/, '')
    .replace(/[A-Z]/g, '_$&')
    .toUpperCase();

/** Another application signs its notifications with another secret, which its vendor sends anew. */
async function forgetSecrets(
  session: DatabaseSession,
  namespaceId: string,
  configs: readonly string[],
): Promise<void> {
  await session.$executeRaw`
    DELETE FROM notification_channels
    WHERE "namespaceId" = ${namespaceId}::uuid AND "connectionId" IS NULL AND connector::text = ANY(${configs.map(connectorOf)})`;
}

async function changeNamespace(
  session: DatabaseSession,
  vault: Vault,
  actor: Actor,
  { namespaceId, configs: changes, capabilities: found, reembed }: NamespaceUpdate,
): Promise<UpdatedNamespace | undefined> {
  // Waits for documents that are being accepted and blocks later ones, so that each is counted on one side of the change.
  await session.$queryRaw`SELECT 1 FROM namespaces WHERE id = ${namespaceId}::uuid FOR UPDATE`;
  const row = await session.namespace.findUnique({ where: { id: namespaceId, status: 'ACTIVE' } });
  if (!row) return undefined;
  const configs = unsealConfigs(vault, row.id, { shown: row.configs, sealed: row.sealedSecrets });
  const next = { ...configs, ...changes };
  const generation = await changeGeneration(session, vault, { row, configs, next, reembed });
  const { columns, reembeddingRunId, jobs } = generation;
  const { shown, sealed } = sealConfigs(vault, row.id, next);
  const known = { ...parseCapabilities(row.capabilities), ...found };
  const capabilities = capabilitiesOf(known, next, configs, previousConfigsOf(vault, row));
  const updated = await session.namespace.update({
    where: { id: row.id },
    data: { configs: shown, sealedSecrets: sealed, capabilities, version: { increment: 1 }, ...columns },
  });
  await forgetSecrets(session, row.id, Object.keys(changes));
  const details = { configs: Object.keys(changes), reembed: reembeddingRunId !== undefined };
  const change = {
    action: 'namespace.updated',
    targetType: 'namespace',
    targetId: row.name,
    details,
  } as const;
  await recordAuditEvent(session, actor, change);
  return { namespace: toNamespace(updated), reembeddingRunId, jobs };
}

/**
 * Replaces the given configurations and leaves the others; undefined when the namespace was deleted meanwhile. Work in progress continues.
 * Rejects with NAMESPACE_CONFLICT when vectors would be lost.
 */
export async function updateNamespace(
  database: Database,
  vault: Vault,
  actor: Actor,
  update: NamespaceUpdate,
): Promise<UpdatedNamespace | undefined> {
  return database.$transaction((session) => changeNamespace(session, vault, actor, update));
}
