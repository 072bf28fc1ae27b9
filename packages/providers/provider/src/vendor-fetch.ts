import { AppError, type ErrorDetails } from '@docfleet/errors';
import { type AnswerLimit, defaultLimit, limitAnswer } from './answer-limit.ts';
import { VendorRefusal } from './refusal.ts';

const maxRefusalBytes = 64 * 1024;

/** Reads a body to its end; rejects with what `onTooLong` returns when it has more than `maxBytes`. */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  onTooLong = () => new Error(`The answer is longer than ${maxBytes} bytes`),
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw onTooLong();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export interface FetchOptions {
  /** Limit of an answer; null where its reader counts the bytes. */
  readonly limit?: AnswerLimit | null;
  readonly accepts?: (response: Response) => boolean;
}

/**
 * A fetch for vendors' clients that judges answers in one place: it throws a VendorRefusal unless the answer is accepted, by default one of
 * 2xx, and it never lets a server fill the memory with an endless answer, or keep the process busy with one that is parsed for seconds.
 */
export function vendorFetch(
  fetch: typeof globalThis.fetch,
  { limit = defaultLimit, accepts = ({ ok }) => ok }: FetchOptions = {},
): typeof globalThis.fetch {
  return async (input, init) => {
    // The key would go along to wherever a server redirects.
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    if (accepts(response)) {
      const body = limit ? response.body?.pipeThrough(limitAnswer(limit)) : response.body;
      return new Response(body ?? null, { status, headers });
    }
    // A refusal that breaks off, or does not end, is a refusal all the same.
    const body = await readBody(response.body, maxRefusalBytes).catch(() => '');
    throw new VendorRefusal(status, headers, body.toString());
  };
}

/** One request of a vendor, its deadline, and how its failures are mapped. */
export interface VendorRequest {
  readonly name: string;
  readonly signal: AbortSignal;
  /** Milliseconds from the first byte of the request to the last byte of its answer. */
  readonly deadlineMs: number;
  /** Details of the error of a late answer. */
  readonly lateDetails?: ErrorDetails;
  explain(error: unknown): AppError;
}

/** Makes a request within its deadline. Rejects as `explain` has it, and with the reason of `signal` once that is aborted. */
export async function requestInTime<Result>(
  { name, signal, deadlineMs, lateDetails, explain }: VendorRequest,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    return await work(AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    const explained = explain(error);
    if (!deadline.aborted || explained.code !== 'PROVIDER_UNAVAILABLE') throw explained;
    throw new AppError('PROVIDER_UNAVAILABLE', `${name} did not answer in time`, {
      details: {
        ...explained.details,
        ...lateDetails,
        reason: `No whole answer within ${deadlineMs / 1_000} seconds`,
      },
    });
  }
}
