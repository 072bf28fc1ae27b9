import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '@docfleet/testing';

const clients = 4;
const betweenRequestsMs = 20;

/** What clients were answered. */
export interface Read {
  readonly requests: number;
  /** Answers that were no success. */
  readonly refused: number;
  /** Of the slowest hundredth of requests, the fastest. */
  readonly p99Ms: number;
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
      const response = await api.request('POST', path, body).catch(() => undefined);
      took.push(Date.now() - startedAt);
      if (response?.status !== 200) refused += 1;
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
