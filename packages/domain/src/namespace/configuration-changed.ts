import type { Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { ClaimedDocument } from '../document/claim.ts';
import { findNamespaceVersion } from './find-namespace.ts';

const comeBackAfterMs = 100;

/** What work is stopped with that was begun with another configuration than the namespace has by now: it begins anew, and that is no failed attempt. */
export const configurationChanged = () =>
  new AppError('SERVICE_UNAVAILABLE', 'The configuration of the namespace was changed meanwhile', {
    details: { retryAfterMs: comeBackAfterMs },
  });

/** What a failure means: a provider's refusal is final only when it refused what the namespace is still configured with. */
export async function judgeRefusal(
  database: Database,
  { namespaceId, namespaceVersion }: Pick<ClaimedDocument, 'namespaceId' | 'namespaceVersion'>,
  error: AppError,
): Promise<AppError> {
  if (error.code !== 'PROVIDER_REJECTED') return error;
  const version = await findNamespaceVersion(database, namespaceId, 'ACTIVE');
  return version === undefined || version === namespaceVersion ? error : configurationChanged();
}
