import { connectorsBlindToDeletions } from '@docfleet/connectors';
import { endSync, findSyncPlan, findUnreadItems, type Walk } from '@docfleet/domain/connection';
import { failureSentence } from '@docfleet/domain/document';
import { closeIntake, deleteVanished, findSourceRun } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf, syncConnection } from '@docfleet/queues';
import type { ConnectorSyncContext } from './context.ts';
import { addItems, type Sync } from './listing/apply-page.ts';
import { listItems } from './listing/list-items.ts';
import { itemDocument } from './listing/sort-items.ts';
import { whileOpen } from './while-open.ts';

/** A listing waits for its turn among the downloads of its own connection, rather than come back behind them. */
const patienceMs = 20_000;

const incomplete = 'The vendor did not list everything: what was not listed was left as it was';

/** Reads again what earlier runs could not, as a list of changes does not name it. */
async function addUnread(context: ConnectorSyncContext, sync: Sync): Promise<boolean> {
  for await (const items of findUnreadItems(context.database, sync.run)) {
    const found = items.map(({ version, ...item }) =>
      itemDocument(sync.run, sync.plan, { ...item, version: version ?? '' }),
    );
    if (!(await addItems(context, sync, found))) return false;
  }
  return true;
}

async function finish(context: ConnectorSyncContext, sync: Sync, walk: Walk): Promise<void> {
  const { database, dispatcher } = context;
  const { run, plan } = sync;
  const { isComplete = false, syncCursor = null } = walk.end ?? {};
  if (isComplete) for await (const jobs of deleteVanished(database, run)) dispatcher.dispatch(jobs);
  else if (!(await addUnread(context, sync))) return;
  const isPartial = walk.isWhole && !isComplete;
  const isFollowed = !isPartial && !walk.isUnsettled && !connectorsBlindToDeletions.includes(plan.connector);
  const next = isFollowed && syncCursor !== null ? { extent: walk.extent, cursor: syncCursor } : null;
  await endSync(database, run, { next, ...(isPartial && { trouble: incomplete }) });
}

async function syncRun(context: ConnectorSyncContext, sync: Sync, signal: AbortSignal): Promise<void> {
  // Nothing would be listed, and all that was ingested would count as gone.
  if (sync.plan.selection?.length === 0)
    throw new AppError('INVALID_INGEST_CONFIG', 'Nothing of the connection is selected: choose what to read');
  const connector = context.openConnection(sync.plan, patienceMs);
  const walk = await listItems(context, sync, connector, signal);
  if (walk) await finish(context, sync, walk);
}

/** Lists what a connection shares and brings what is new, changed or gone into the run; then says that this was all. */
export function syncConnectionHandler(
  context: ConnectorSyncContext,
): Handler<PayloadOf<typeof syncConnection>> {
  const { database, vault } = context;
  return {
    async handle({ ingestJobRunId }, signal) {
      const run = await findSourceRun(database, vault, ingestJobRunId);
      if (!run) return;
      const plan = await findSyncPlan(database, vault, run);
      if (!plan) throw new AppError('CONNECTION_UNAUTHORIZED', 'The connection was removed');
      await whileOpen(context, run.id, signal, (open) => syncRun(context, { run, plan }, open));
    },
    async giveUp({ ingestJobRunId }, error) {
      await closeIntake(database, [ingestJobRunId], failureSentence(error));
    },
  };
}
