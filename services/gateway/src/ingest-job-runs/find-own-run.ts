import { findOwnNamespace } from '@docfleet/api/find-own';
import type { Database } from '@docfleet/domain/database';
import type { findIngestJobRun } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';

export type RunPlace = Parameters<typeof findIngestJobRun>[1];

interface RunRequest extends Omit<RunPlace, 'namespaceId'> {
  readonly organizationId: string;
  /** Name of the namespace, which is its identifier in the interface. */
  readonly namespaceId: string;
}

/**
 * Returns the run that a request names, as `find` reads it; throws NAMESPACE_NOT_FOUND, or INGEST_JOB_RUN_NOT_FOUND, also for one of
 * another tenant.
 */
export async function findOwnRun<Run>(
  context: { readonly database: Database },
  { organizationId, namespaceId, ...request }: RunRequest,
  find: (database: Database, place: RunPlace) => Promise<Run | undefined>,
): Promise<{ readonly run: Run; readonly place: RunPlace }> {
  const namespace = await findOwnNamespace(context, organizationId, namespaceId);
  const place = { ...request, namespaceId: namespace.id };
  const run = await find(context.database, place);
  if (!run) throw new AppError('INGEST_JOB_RUN_NOT_FOUND', 'The namespace has no ingest job run of this id');
  return { run, place };
}
