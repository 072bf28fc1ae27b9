import { checkChatModel } from '@docfleet/chat';
import { checkEmbedder } from '@docfleet/embedding';
import { AppError } from '@docfleet/errors';
import type { NamespaceProviders } from './namespace-providers.ts';

export interface ProviderIssue {
  /** The configuration's field that has to be corrected. */
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

/** Whether an error speaks of this moment of ours, as a full disk does, and not of a configuration. */
function isOurs(cause: unknown): boolean {
  const { code, details } = AppError.from(cause);
  return code === 'SERVICE_UNAVAILABLE' && details.retryAfterMs !== undefined;
}

/**
 * Tries the model, both stores and the scraper as the service will use them, or those of `only`; returns what has to be corrected, nothing
 * when all is well. Rejects with SERVICE_UNAVAILABLE when it cannot be tried now.
 */
export async function checkProviders(
  { configs, embedder, current, reranker, chatModel, vectorStore, fileStore, webScraper }: NamespaceProviders,
  only?: readonly string[],
): Promise<ProviderIssue[]> {
  const signal = AbortSignal.timeout(checkTimeoutMs);
  let dimensions: Promise<number> | undefined;
  const callModel = () => (dimensions ??= checkEmbedder(embedder, signal));
  const checks: Record<string, () => Promise<unknown>> = {
    embeddingModelConfig: callModel,
    vectorStorageConfig: async () => {
      // A store of a model that does not respond is judged by what is known of the model.
      await vectorStore.check(await callModel().catch(() => embedder.dimensions), signal);
    },
    fileStorageConfig: () => fileStore.check(signal),
    rerankConfig: async () => reranker?.rerank('test', ['test'], signal),
    // The operator's default is none of the namespace's configurations.
    chatModelConfig: async () => configs.chatModelConfig && chatModel && checkChatModel(chatModel, signal),
    contextModelConfig: async () => current.contextModel && checkChatModel(current.contextModel, signal),
    webScraperConfig: async () => webScraper?.check(signal),
  };
  const names = Object.keys(checks).filter((name) => !only || only.includes(name));
  const outcomes = await Promise.allSettled(names.map((name) => checks[name]?.()));
  const ours = outcomes.find((outcome) => outcome.status === 'rejected' && isOurs(outcome.reason));
  if (ours?.status === 'rejected') throw ours.reason;
  return outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [issueOf(names[index] ?? '', outcome.reason)] : [],
  );
}
