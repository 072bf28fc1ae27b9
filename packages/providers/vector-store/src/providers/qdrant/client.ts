import type { Egress } from '@docfleet/egress';
import { requestInTime, vendorFetch } from '@docfleet/provider';
import { qdrantError } from './errors.ts';

const deadlineMs = 30_000;

export interface QdrantTarget {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly egress: Egress;
}

/**
 * Sends a request and returns the `result` of its answer, or the answer where it has none; rejects with an AppError. Paths begin with a slash.
 *
 * The vendor's client describes the requests (its types do), but does not send them: it takes no fetch, so that it could not be held to the egress; it reads of
 * `Retry-After: 30` the first digit; and it reads answers of any length.
 */
export type QdrantClient = <Result>(
  signal: AbortSignal,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
) => Promise<Result>;

/** Opens a client of Qdrant's REST API. */
export function createQdrantClient({ url, apiKey, egress }: QdrantTarget): QdrantClient {
  const base = url.replace(/\/+$/, '');
  const send = vendorFetch(egress.fetch);
  const headers = {
    ...(apiKey !== undefined && { 'api-key': apiKey }),
    'content-type': 'application/json',
  };
  const explain = (error: unknown) => qdrantError(error, apiKey);
  return <Result>(
    signal: AbortSignal,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ): Promise<Result> =>
    requestInTime({ name: 'Qdrant', signal, deadlineMs, explain }, async (inTime) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await send(base + path, { method, headers, signal: inTime, ...sent });
      const answer = (await response.json()) as { result: Result } | Result;
      return typeof answer === 'object' && answer !== null && 'result' in answer ? answer.result : answer;
    });
}
