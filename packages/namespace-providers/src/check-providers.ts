import { checkEmbedder } from '@docfleet/embedding';
import { AppError } from '@docfleet/errors';
import type { NamespaceProviders } from './namespace-providers.ts';

export interface ProviderIssue {
  /** The configuration's field that has to be mended. */
  readonly path: string;
  readonly message: string;
}

const checkTimeoutMs = 10_000;

function issueOf(config: string, cause: unknown): ProviderIssue {
  const error = AppError.from(cause);
  const reason = error.details.reason ? `: ${error.details.reason}` : '';
  const late = cause instanceof Error && cause.name === 'TimeoutError';
  const message = late ? `No answer within ${checkTimeoutMs / 1_000} seconds` : `${error.message}${reason}`;
  return { path: error.details.setting ?? config, message };
}

/** Tries the model and both stores as the service will use them; gives what has to be mended, nothing when all is well. */
export async function checkProviders(providers: NamespaceProviders): Promise<ProviderIssue[]> {
  const { embedder, vectorStore, fileStore } = providers;
  const signal = AbortSignal.timeout(checkTimeoutMs);
  const dimensions = checkEmbedder(embedder, signal);
  const checks: [string, Promise<unknown>][] = [
    ['embeddingModelConfig', dimensions],
    [
      'vectorStorageConfig',
      dimensions.catch(() => embedder.dimensions).then((found) => vectorStore.check(found, signal)),
    ],
    ['fileStorageConfig', fileStore.check(signal)],
  ];
  const outcomes = await Promise.allSettled(checks.map(([, check]) => check));
  return outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [issueOf(checks[index]?.[0] ?? '', outcome.reason)] : [],
  );
}
