import type { Egress } from '@docfleet/egress';
import { AppError, causesOf } from '@docfleet/errors';
import {
  commonVerdicts,
  connectionError,
  readRefusal,
  refusalError,
  requestInTime,
  subjectOfStatus,
  VendorRefusal,
  type Verdicts,
  vendorFetch,
} from '@docfleet/provider';
import type { Index } from '@pinecone-database/pinecone';

const name = 'Pinecone';
const code = 'PROVIDER_REJECTED';
const otherDimension = "The index's dimension is not the embedding model's";
const [keySetting, hostSetting] = ['vectorStorageConfig.apiKey', 'vectorStorageConfig.indexHost'];
const common = commonVerdicts(name);
const key = { code, sentence: 'Pinecone does not accept the API key', setting: keySetting } as const;

const verdicts: Verdicts<'dimension'> = {
  ...common,
  key,
  forbidden: key,
  credit: common.request,
  redirect: common.request,
  missing: { code, sentence: 'There is no Pinecone index at this host', setting: hostSetting },
  dimension: { code, sentence: otherDimension, setting: hostSetting },
};

/** Maps an error of the SDK to the port's errors. `details.status` is the vendor's, `details.reason` its sentence without the key. */
function pineconeError(error: unknown, apiKey: string): AppError {
  const secrets = [apiKey];
  const refusal = causesOf(error).find((link) => link instanceof VendorRefusal);
  if (refusal) {
    const reason = readRefusal(refusal).sentence ?? refusal.body;
    const subject = subjectOfStatus(refusal.status);
    const isOfDimension = subject === 'request' && /\bdimension/i.test(reason);
    return refusalError(refusal, verdicts[isOfDimension ? 'dimension' : subject], { reason, secrets });
  }
  const failure = connectionError(error, { name, secrets });
  if (failure.code !== 'PROVIDER_UNAVAILABLE') return failure;
  const details = { ...failure.details, setting: hostSetting };
  return new AppError('PROVIDER_UNAVAILABLE', 'Pinecone did not answer', { details });
}

/** Whether the vendor said that nothing has been written to the namespace yet; the index itself does exist. */
export const isMissingNamespace = (error: unknown): boolean =>
  error instanceof AppError &&
  error.details['status'] === 404 &&
  /namespace/i.test(error.details.reason ?? '');

export function wrongDimension(index: number | undefined, model: number): AppError {
  return new AppError('PROVIDER_REJECTED', otherDimension, {
    details: {
      setting: hostSetting,
      reason: `The index takes ${index ?? 'no dense'} dimensions, the embedding model returns ${model}`,
    },
  });
}

const deadlineMs = 30_000;

export interface PineconeTarget {
  readonly apiKey: string;
  readonly indexHost: string;
  readonly namespace: string;
  readonly egress: Egress;
}

/** Fields of the index's description that the SDK drops. */
interface RawStats {
  readonly metric?: string;
  readonly dimension?: number;
}

export interface PineconeClient {
  /** One call of the SDK, with a deadline and the caller's signal; rejects with an AppError. */
  call<Result>(
    signal: AbortSignal,
    action: (index: Index) => Promise<Result>,
    otherNamespace?: string,
  ): Promise<Result>;
  /** Returns the last description of the index as received. */
  rawStats(): RawStats | undefined;
}

/**
 * Creates a client of an index on Pinecone's SDK, which takes no signal, retries by itself, and hides statuses and Retry-After: the fetch
 * that it is given aborts with the signal and throws before the SDK sees a status that it would retry.
 */
export function createPineconeClient({
  apiKey,
  indexHost,
  namespace,
  egress,
}: PineconeTarget): PineconeClient {
  let stats: RawStats | undefined;

  const fetchWith =
    (signal: AbortSignal): typeof globalThis.fetch =>
    async (input, init) => {
      const response = await vendorFetch(egress.fetch)(input, { ...init, signal }).catch((error: unknown) => {
        throw pineconeError(error, apiKey);
      });
      if (String(input).endsWith('/describe_index_stats'))
        stats = (await response.clone().json()) as RawStats;
      return response;
    };

  return {
    async call(signal, action, otherNamespace = namespace) {
      signal.throwIfAborted();
      // Loaded at the first use: it is hundreds of modules.
      const { Pinecone } = await import('@pinecone-database/pinecone');
      const explain = (error: unknown) => pineconeError(error, apiKey);
      return requestInTime({ name: 'Pinecone', signal, deadlineMs, explain }, (inTime) => {
        const sdk = new Pinecone({ apiKey, fetchApi: fetchWith(inTime), maxRetries: 0 });
        return action(sdk.index({ host: indexHost, namespace: otherNamespace }));
      });
    },
    rawStats: () => stats,
  };
}
