import {
  endGatedChange,
  findUnsettledChange,
  judgeGatedChange,
  settleGatedChange,
  startGateEvaluations,
} from '@docfleet/domain/gated-change';
import { findNamespaceVersion } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf, tryChange } from '@docfleet/queues';
import { buildShadow } from './build-shadow.ts';
import type { EmbedderContext } from './context.ts';
import { purgeGeneration } from './purge-generation.ts';

type Change = NonNullable<Awaited<ReturnType<typeof findUnsettledChange>>>;

const lookAgainMs = 1_000;
const purgeTimeoutMs = 10 * 60_000;
const maintenanceTimeoutMs = 30 * 60_000;

const later = (message: string) =>
  new AppError('SERVICE_UNAVAILABLE', message, { details: { retryAfterMs: lookAgainMs } });

async function openProviders({ database, providers }: EmbedderContext, { namespaceId }: Change) {
  const version = await findNamespaceVersion(database, namespaceId, 'ACTIVE');
  return version === undefined ? undefined : providers.open(namespaceId, version);
}

/** Builds the shadow generation until no visible document is missing from it, then starts the evaluations. */
async function build(context: EmbedderContext, change: Change, stopping: AbortSignal): Promise<void> {
  const { generation } = change;
  const providers = await openProviders(context, change);
  if (!providers) return;
  const { shadowFailure } = providers;
  if (shadowFailure?.gatedChangeId === change.id) throw shadowFailure.error;
  if (generation !== null) {
    const place = { ...change, generation };
    while (await buildShadow(context, providers, place, stopping)) {
      stopping.throwIfAborted();
      const current = await findUnsettledChange(context.database, change.namespaceId);
      if (current?.id !== change.id || current.status !== 'BUILDING') return;
    }
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(maintenanceTimeoutMs)]);
    await providers.shadow?.current.vectorStore.maintain(signal);
  }
  context.dispatcher.dispatch(await startGateEvaluations(context.database, change));
}

/** Removes what was built for a change that was not applied, until its store reports that nothing is left. */
async function purge(context: EmbedderContext, change: Change, stopping: AbortSignal): Promise<void> {
  const providers = await openProviders(context, change);
  if (!providers) return;
  const { shadow } = providers;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(purgeTimeoutMs)]);
  const isLeft = shadow?.isBuilt && shadow.gatedChangeId === change.id;
  if (isLeft && (await purgeGeneration(context, shadow.current, signal)) > 0)
    throw later('Vectors of the shadow generation are not gone yet');
  await settleGatedChange(context.database, change);
}

/**
 * Leads a gated change to its end: builds its shadow generation, has it evaluated, then applies the change or purges what was built. Looks in
 * again and again; its state is in the rows, so that any worker may continue.
 */
export function tryChangeHandler(context: EmbedderContext): Handler<PayloadOf<typeof tryChange>> {
  const { database, dispatcher, logger, vault } = context;
  return {
    async handle({ namespaceId }, stopping) {
      const change = await findUnsettledChange(database, namespaceId);
      if (!change) return;
      if (change.status === 'BUILDING') {
        await build(context, change, stopping);
        throw later('The gated change is built');
      }
      // A user decides on it, which requests this job again.
      if (change.status === 'DECIDING') return;
      if (change.status !== 'EVALUATING') return purge(context, change, stopping);
      const jobs = await judgeGatedChange(database, vault, change);
      if (!jobs) throw later('The gated change is evaluated');
      dispatcher.dispatch(jobs);
    },
    async onExhausted({ namespaceId }, error) {
      logger.warn({ error, namespaceId }, 'gated change failed');
      const change = await findUnsettledChange(database, namespaceId);
      if (!change) return;
      const { message, details } = error;
      const sentence = details.reason ? `${message}: ${details.reason}` : message;
      dispatcher.dispatch(await endGatedChange(database, change, { status: 'FAILED', error: sentence }));
    },
  };
}
