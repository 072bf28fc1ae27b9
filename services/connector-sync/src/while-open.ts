import { setInterval as every } from 'node:timers/promises';
import { keepRunAlive } from '@docfleet/domain/run';
import type { ConnectorSyncContext } from './context.ts';

/** A run that is cancelled, as by a revocation, stops being read within this and a request's end. */
const lookEveryMs = 2_000;

async function watch(
  { database, logger }: ConnectorSyncContext,
  ingestJobRunId: string,
  closed: AbortController,
  over: AbortSignal,
): Promise<void> {
  for await (const _ of every(lookEveryMs, undefined, { signal: over, ref: false })) {
    const isOpen = await keepRunAlive(database, ingestJobRunId).catch((error: unknown) => {
      logger.warn({ error, ingestJobRunId }, 'a run could not be kept alive');
      return true;
    });
    if (!isOpen) return closed.abort(new Error('The run takes no more documents'));
  }
}

/** Works on a run's source while it takes documents, and shows that work goes on; stops quietly when it takes no more. */
export async function whileOpen(
  context: ConnectorSyncContext,
  ingestJobRunId: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!(await keepRunAlive(context.database, ingestJobRunId))) return;
  const closed = new AbortController();
  const over = new AbortController();
  const watching = watch(context, ingestJobRunId, closed, over.signal).catch(() => undefined);
  try {
    await work(AbortSignal.any([signal, closed.signal]));
  } catch (error) {
    if (!closed.signal.aborted) throw error;
  } finally {
    over.abort();
    await watching;
  }
}
