import { isDeepStrictEqual } from 'node:util';
import type { DatabaseSession, NamespaceModel } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { reembedNamespace } from '@docfleet/queues';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import type { Vault } from '@docfleet/secrets';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import { createId } from '../database/identifier.ts';
import { hasVectors } from '../document/list-documents.ts';
import { type OutboxJob, writeOutbox } from '../outbox/outbox.ts';
import type { NamespaceConfigs } from './configs.ts';
import { previousConfigsOf } from './read-settings.ts';
import { sealConfigs } from './seal-configs.ts';

/** The providers that vectors depend on; their keys can be changed at any time. */
const generationProviders = ['embeddingModelConfig', 'contextModelConfig', 'vectorStorageConfig'] as const;
/** The configurations that vectors depend on. */
const generationConfigs = [...generationProviders, 'chunkConfig'] as const;

const withoutKey = (config: object | undefined) => ({ ...config, apiKey: undefined });
const isSameBut = (first: object | undefined, second: object | undefined) =>
  isDeepStrictEqual(withoutKey(first), withoutKey(second));

/** Returns whether a change of configurations needs other vectors: another model or store, not just another key. */
const changesGeneration = (configs: NamespaceConfigs, next: NamespaceConfigs): boolean =>
  generationConfigs.some((name) => !isSameBut(configs[name], next[name]));

/** The effect of a change on a namespace's vectors: columns to write with the configurations, and the requested work. */
export interface GenerationChange {
  readonly columns: Partial<
    Pick<NamespaceModel, 'generation' | 'reembeddingRunId' | 'sealedPreviousSecrets' | 'analyzerVersion'> & {
      previousConfigs: ReturnType<typeof sealConfigs>['shown'];
    }
  >;
  readonly reembeddingRunId: string | undefined;
  readonly jobs: readonly OutboxJob[];
}

export interface ConfigChange {
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

/** Applies a new key of the current model or store to the previous one, where both shared the old key. */
function rotatePrevious({ configs, next }: ConfigChange, previous: NamespaceConfigs): NamespaceConfigs {
  const rotated = generationProviders.flatMap((name) => {
    const config = previous[name];
    const sharesKey =
      config && config['apiKey'] !== undefined && config['apiKey'] === configs[name]?.['apiKey'];
    const sameProvider = config?.provider === next[name]?.provider;
    return sharesKey && sameProvider ? [[name, { ...config, apiKey: next[name]?.['apiKey'] }]] : [];
  });
  return { ...previous, ...Object.fromEntries(rotated) };
}

async function startGeneration(
  session: DatabaseSession,
  vault: Vault,
  { row, configs, next, reembed: wanted }: ConfigChange,
): Promise<GenerationChange> {
  const changed = generationConfigs.filter((name) => !isSameBut(configs[name], next[name])).join(' and ');
  if (row.previousConfigs !== null)
    throw new AppError(
      'NAMESPACE_CONFLICT',
      `${changed} cannot be changed again yet: the documents are still being embedded anew after the last change`,
    );
  if (!(await hasVectors(session, row.id)))
    return { columns: { analyzerVersion }, reembeddingRunId: undefined, jobs: [] };
  if (!wanted)
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
 * Determines the effect of a configuration change on the vectors of a locked namespace. Rejects with NAMESPACE_CONFLICT when they would
 * be lost without `reembed`, or while an earlier change is in progress. During one, `reembed` without such a change retries what failed.
 */
export async function changeGeneration(
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
