import type { Egress } from '@docfleet/egress';
import { AppError, causesOf } from '@docfleet/errors';
import {
  commonVerdicts,
  connectionError,
  parseJson,
  refusalError,
  requestInTime,
  subjectOfStatus,
  VendorRefusal,
  type Verdicts,
  vendorFetch,
} from '@docfleet/provider';
import { z } from 'zod';

const name = 'Qdrant';
const code = 'PROVIDER_REJECTED';
const [keySetting, urlSetting] = ['vectorStorageConfig.apiKey', 'vectorStorageConfig.url'];
const common = commonVerdicts(name);
const otherDimension = "The collection's dimension is not the embedding model's";
const key = { code, sentence: 'Qdrant does not accept the API key', setting: keySetting } as const;

const verdicts: Verdicts<'dimension' | 'full'> = {
  ...common,
  key,
  forbidden: { ...key, sentence: 'The API key does not permit this' },
  credit: common.request,
  redirect: common.request,
  missing: { code, sentence: 'There is no Qdrant at this address', setting: urlSetting },
  dimension: { code, sentence: otherDimension, setting: urlSetting },
  full: { code: 'PROVIDER_UNAVAILABLE', sentence: 'Qdrant has no room left' },
};

const refusalBody = z.object({ status: z.object({ error: z.string() }) });

function subjectOf({ status }: VendorRefusal, reason: string) {
  if (status === 507) return 'full' as const;
  const subject = subjectOfStatus(status);
  return subject === 'request' && /vector dimension error/i.test(reason) ? ('dimension' as const) : subject;
}

/** Maps the error of a request to the port's errors. `details.status` is the vendor's, `details.reason` its sentence without the key. */
function qdrantError(error: unknown, apiKey: string | undefined): AppError {
  const secrets = apiKey === undefined ? [] : [apiKey];
  const refusal = causesOf(error).find((link) => link instanceof VendorRefusal);
  if (refusal) {
    const parsed = refusalBody.safeParse(parseJson(refusal.body));
    const reason = parsed.data?.status.error ?? refusal.body;
    return refusalError(refusal, verdicts[subjectOf(refusal, reason)], { reason, secrets });
  }
  const failure = connectionError(error, { name, secrets });
  if (failure.code !== 'PROVIDER_UNAVAILABLE') return failure;
  const details = { ...failure.details, setting: urlSetting };
  return new AppError('PROVIDER_UNAVAILABLE', 'Qdrant did not answer', { details });
}

/** Whether Qdrant said that the collection is not there: a wrong address answers 404 as well, in other words. */
export const isMissingCollection = (error: unknown): boolean =>
  error instanceof AppError &&
  error.details['status'] === 404 &&
  /collection .*doesn't exist/i.test(error.details.reason ?? '');

/** Whether another process was faster to create the collection. */
export const isTaken = (error: unknown): boolean =>
  error instanceof AppError && error.details['status'] === 409;

/** Whether the server cannot read a collection that it has. */
export const isUnready = (error: unknown): boolean =>
  error instanceof AppError && error.details['status'] === 500;

const rejected = (sentence: string, reason: string) =>
  new AppError(code, sentence, { details: { setting: urlSetting, reason } });

export const wrongDimension = (stored: number, given: number): AppError =>
  rejected(otherDimension, `The collection takes ${stored} dimensions, the embedding model returns ${given}`);

export const wrongCollection = (collection: string, reason: string): AppError =>
  rejected('The Qdrant collection is not made for docfleet', `${collection}: ${reason}`);

export const tooOld = (version: string, min: string): AppError =>
  rejected('This Qdrant is too old', `It is ${version}; ${min} is the first that works`);

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
