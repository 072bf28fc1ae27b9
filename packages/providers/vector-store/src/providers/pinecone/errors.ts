import { retryAfterMs } from '@docfleet/egress';
import { AppError, causesOf, type ErrorDetails } from '@docfleet/errors';

const maxReasonLength = 300;
const otherDimension = "The index's dimension is not the embedding model's";

/** Returns the sentence in a refusal's body. The planes of the vendor's API wrap it differently, and some send plain text. */
function sentenceOf(body: string): string {
  try {
    const parsed = JSON.parse(body) as { message?: unknown; error?: { message?: unknown } };
    const message = parsed.error?.message ?? parsed.message;
    return typeof message === 'string' ? message : body;
  } catch {
    return body;
  }
}

function rejected(status: number, details: ErrorDetails): AppError {
  if (status === 401 || status === 403)
    return new AppError('PROVIDER_REJECTED', 'Pinecone does not accept the API key', {
      details: { ...details, setting: 'vectorStorageConfig.apiKey' },
    });
  if (status === 404)
    return new AppError('PROVIDER_REJECTED', 'There is no Pinecone index at this host', {
      details: { ...details, setting: 'vectorStorageConfig.indexHost' },
    });
  if (/\bdimension/i.test(details.reason ?? ''))
    return new AppError('PROVIDER_REJECTED', otherDimension, {
      details: { ...details, setting: 'vectorStorageConfig.indexHost' },
    });
  return new AppError('PROVIDER_REJECTED', 'Pinecone refused the request', { details });
}

/** Translates an answer that is no success. `details.status` is the vendor's, `details.reason` its sentence without the key. */
export async function fromResponse(response: Response, apiKey: string): Promise<AppError> {
  const { status } = response;
  const body = await response.text().catch(() => '');
  const reason = sentenceOf(body).replaceAll(apiKey, '****').slice(0, maxReasonLength);
  const details = { status, ...(reason === '' ? {} : { reason }) };
  const waitTimeout = retryAfterMs(response.headers);
  if (status === 429) {
    return new AppError('PROVIDER_RATE_LIMITED', 'Pinecone limits the rate of requests', {
      details: { ...details, ...(waitTimeout === undefined ? {} : { retryAfterMs: waitTimeout }) },
    });
  }
  if (status >= 500 || status === 408)
    return new AppError('PROVIDER_UNAVAILABLE', 'Pinecone cannot answer now', { details });
  return rejected(status, details);
}

/** Translates what the SDK threw: our own error, which it wraps, or one of the network. */
export function fromThrown(error: unknown, signal: AbortSignal): unknown {
  const known = causesOf(error).find((cause) => cause instanceof AppError);
  if (known) return known;
  if (signal.aborted) return signal.reason;
  return new AppError('PROVIDER_UNAVAILABLE', 'Pinecone did not answer', {
    cause: error,
    details: { setting: 'vectorStorageConfig.indexHost' },
  });
}

/** Whether the vendor said that nothing has been written to the namespace yet; the index itself does exist. */
export const isMissingNamespace = (error: unknown): boolean =>
  error instanceof AppError &&
  error.details['status'] === 404 &&
  /namespace/i.test(error.details.reason ?? '');

export function wrongDimension(index: number | undefined, model: number): AppError {
  return new AppError('PROVIDER_REJECTED', otherDimension, {
    details: {
      setting: 'vectorStorageConfig.indexHost',
      reason: `The index takes ${index ?? 'no dense'} dimensions, the embedding model returns ${model}`,
    },
  });
}
