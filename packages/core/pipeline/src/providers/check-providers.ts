import { checkChatModel } from '@docfleet/chat';
import { fingerprintOf, type ProviderCapabilities, parseCapabilities } from '@docfleet/domain/namespace';
import { checkEmbedder } from '@docfleet/embedding';
import { AppError } from '@docfleet/errors';
import type { NamespaceProviders } from './namespace-providers.ts';

export interface ProviderIssue {
  /** The configuration's field that has to be corrected. */
  readonly path: string;
  readonly message: string;
  /** Whether the configuration may be right, and its provider does not answer at the moment. */
  readonly isTemporary: boolean;
  /** Delay that the provider requests, in milliseconds. */
  readonly retryAfterMs?: number;
}

const checkTimeoutMs = 10_000;
/** Shorter than that of a check: a probe is worth less waiting. */
const probeTimeoutMs = 5_000;

/** The name of the host is wrong, or what answers there is not it: waiting does not help. */
const isOfAddress = /\bENOTFOUND\b|\bcertificate\b|\bERR_TLS|\bSSL routines\b/i;

function issueOf(config: string, cause: unknown): ProviderIssue {
  const error = AppError.from(cause);
  const { reason, setting, retryAfterMs } = error.details;
  const late = cause instanceof Error && cause.name === 'TimeoutError';
  const message = late
    ? `No answer within ${checkTimeoutMs / 1_000} seconds`
    : `${error.message}${reason ? `: ${reason}` : ''}`;
  return {
    path: setting ?? config,
    message,
    isTemporary: late || (error.retryable && error.kind !== 'internal' && !isOfAddress.test(reason ?? '')),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** Tests whether an error is a temporary fault of our own, such as a full disk, and not of a configuration. */
function isOurs(cause: unknown): boolean {
  const { code, details } = AppError.from(cause);
  return code === 'SERVICE_UNAVAILABLE' && details.retryAfterMs !== undefined;
}

/**
 * Tests the model, both stores and the scraper (or those of `only`) as the service will use them; returns the errors to correct or
 * to wait for, nothing if all work. Rejects with SERVICE_UNAVAILABLE when a disk of the service itself is full.
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
      // A store of a model that does not respond is judged by what is known of the model; one that is checked alone as well, as a call costs.
      const known = only?.includes('embeddingModelConfig') === false ? embedder.dimensions : undefined;
      await vectorStore.check(known ?? (await callModel().catch(() => embedder.dimensions)), signal);
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

/** Detects the capabilities of the models' servers, or of those of `only`; those left open are detected in use. Never rejects. */
export async function probeProviders(
  { configs, embedder, reranker }: NamespaceProviders,
  only?: readonly string[],
): Promise<ProviderCapabilities> {
  const signal = AbortSignal.timeout(probeTimeoutMs);
  const probed = Object.entries({ embeddingModelConfig: embedder, rerankConfig: reranker }).filter(
    ([name]) => !only || only.includes(name),
  );
  await Promise.all(probed.map(([, provider]) => provider?.probe?.(signal)));
  const found = probed.flatMap(([name, provider]) => {
    const config = configs[name as 'embeddingModelConfig' | 'rerankConfig'];
    return config && provider?.capabilities ? [[fingerprintOf(name, config), provider.capabilities]] : [];
  });
  return parseCapabilities(Object.fromEntries(found));
}
