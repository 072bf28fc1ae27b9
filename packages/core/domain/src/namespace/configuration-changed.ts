import type { Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { ClaimedDocument } from '../document/claim.ts';
import { findNamespaceVersion } from './find-namespace.ts';

const retryDelayMs = 100;

/** The error that stops work which began with an outdated configuration of the namespace: it starts again, and no attempt is counted. */
export const configurationChanged = () =>
  new AppError('SERVICE_UNAVAILABLE', 'The configuration of the namespace was changed meanwhile', {
    details: { retryAfterMs: retryDelayMs },
  });

/** Classifies a failure: a provider's refusal is final only if it refused the current configuration. */
export async function classifyRefusal(
  database: Database,
  { namespaceId, namespaceVersion }: Pick<ClaimedDocument, 'namespaceId' | 'namespaceVersion'>,
  error: AppError,
): Promise<AppError> {
  if (error.code !== 'PROVIDER_REJECTED') return error;
  const version = await findNamespaceVersion(database, namespaceId, 'ACTIVE');
  return version === undefined || version === namespaceVersion ? error : configurationChanged();
}
