import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '@docfleet/testing';

/** With the customer's requests they stay below the expensive statements that an organization may have under way. */
const clients = 2;
const betweenRequestsMs = 20;

/** The responses that clients received. */
export interface Read {
  readonly requests: number;
  /** Responses that were no success. */
  readonly refused: number;
  /** Of the slowest hundredth of requests, the fastest. */
  readonly p99Ms: number;
}

/** Sends a request, and once more when it was one too many, as clients do; returns why it was refused, undefined where it was not. */
async function refusalOf(api: ApiClient, path: string, body: object): Promise<string | undefined> {
  const send = () => api.request('POST', path, body);
  try {
    const first = await send();
    if (first.status === 429) await pause(1_000 * Number(first.headers.get('retry-after') ?? 1));
    const { status, body: received } = first.status === 429 ? await send() : first;
    return status === 200 ? undefined : `${status} ${JSON.stringify(received)}`;
  } catch (error) {
    return String(error);
  }
}

/** Clients that search and list without a pause until they are stopped. */
export function startReaders(api: ApiClient): { stop(): Promise<Read> } {
  const took: number[] = [];
  let [refused, reading] = [0, true];
  const bodies = [
    ['/v1/search', { namespaceId: 'local', query: 'paragraph' }],
    ['/v1/documents', { namespaceId: 'remote', filterConfig: {} }],
  ] as const;
  const client = async () => {
    for (let turn = 0; reading; turn += 1) {
      const [path, body] = bodies[turn % bodies.length] ?? bodies[0];
      const startedAt = Date.now();
      const refusal = await refusalOf(api, path, body);
      took.push(Date.now() - startedAt);
      if (refusal !== undefined) {
        refused += 1;
        console.log(`${path} was refused: ${refusal}`);
      }
      await pause(betweenRequestsMs);
    }
  };
  const serving = Promise.all(Array.from({ length: clients }, client));
  return {
    async stop() {
      reading = false;
      await serving;
      const p99Ms = took.toSorted((one, other) => one - other)[Math.floor(0.99 * took.length)] ?? 0;
      return { requests: took.length, refused, p99Ms };
    },
  };
}
