import { createId } from '@docfleet/domain/database';
import type { NamespaceConfigs, ProviderCapabilities } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { invalidInput } from '@docfleet/errors/issues';
import {
  checkProviders,
  closeProviders,
  type NamespaceProviders,
  openProviders,
  type ProviderIssue,
  probeProviders,
} from '@docfleet/pipeline/providers';
import type { GatewayContext } from '../http/context.ts';

type Trying = Pick<GatewayContext, 'providerSettings'>;

const cleaningTimeoutMs = 5_000;

/** Removes the folders that a trial made on this machine. Folders that a failing disk keeps are empty. */
async function cleanPlace({ fileStore }: NamespaceProviders): Promise<void> {
  if (fileStore.isLocal) await fileStore.purge(AbortSignal.timeout(cleaningTimeoutMs)).catch(() => undefined);
}

/** Opens the providers of configurations, runs `work` with them and closes them. */
async function withProviders<Result>(
  configs: NamespaceConfigs,
  { providerSettings }: Trying,
  work: (providers: NamespaceProviders) => Promise<Result>,
): Promise<Result> {
  // A place of its own: the stores of the namespace itself are in use, or do not exist yet.
  const unused = {
    id: createId(),
    configs,
    generation: 1,
    previousConfigs: undefined,
    reembedding: false,
  };
  const providers = openProviders(unused, providerSettings);
  try {
    return await work(providers);
  } finally {
    await cleanPlace(providers);
    await closeProviders(providers);
  }
}

/** Checks configurations, or `only` some of them; returns an issue for each field to correct, or provider to wait for. */
export const findConfigIssues = (
  configs: NamespaceConfigs,
  context: Trying,
  only?: readonly string[],
): Promise<ProviderIssue[]> =>
  withProviders(configs, context, (providers) => checkProviders(providers, only));

/** Default of the delay before a retry in milliseconds, for vendors that name none. */
const defaultRetryAfterMs = 5_000;

/** Returns the error for issues: INVALID_REQUEST when there is anything to correct, else SERVICE_UNAVAILABLE. */
function refusalOf(issues: readonly ProviderIssue[]): AppError {
  const named = issues.map(({ path, message }) => ({ path, message }));
  if (issues.some(({ isTemporary }) => !isTemporary))
    return invalidInput(named, { default: 'INVALID_REQUEST' });
  const sentences = named.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new AppError(
    'SERVICE_UNAVAILABLE',
    `The configurations cannot be tried out now (${sentences}): try again, or send them with validate=false`,
    {
      details: {
        issues: named,
        retryAfterMs: Math.max(...issues.map(({ retryAfterMs }) => retryAfterMs ?? defaultRetryAfterMs)),
      },
    },
  );
}

/**
 * Checks configurations as `findConfigIssues` does, and throws: INVALID_REQUEST that names the fields to correct, or SERVICE_UNAVAILABLE
 * when the only issues are providers that do not respond at the moment. Returns the capabilities that the models' servers were found to
 * have.
 */
export const checkConfigs = (
  configs: NamespaceConfigs,
  context: Trying,
  only?: readonly string[],
): Promise<ProviderCapabilities> =>
  withProviders(configs, context, async (providers) => {
    const issues = await checkProviders(providers, only);
    if (issues.length > 0) throw refusalOf(issues);
    return probeProviders(providers, only);
  });
