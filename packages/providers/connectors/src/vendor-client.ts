import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson, readBody, unreadable } from '@docfleet/provider';
import type { z } from 'zod';
import { withoutDamaged } from './damaged-entries.ts';
import { type Answer, exchange, type Session, type Vendor } from './exchange.ts';
import type { ConnectorContext } from './provider.ts';

export interface PaceClock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const realClock: PaceClock = {
  now: () => performance.now(),
  async sleep(milliseconds, signal) {
    await sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
};

/** Limits requests to an average rate per second, with a burst of one second's worth after a rest. */
export function createPace(
  requestsPerSecond: number,
  clock: PaceClock = realClock,
): (signal: AbortSignal) => Promise<void> {
  const intervalMs = 1_000 / requestsPerSecond;
  const burstMs = Math.max(0, 1_000 - intervalMs);
  let nextAt = Number.NEGATIVE_INFINITY;

  return async (signal) => {
    signal.throwIfAborted();
    const now = clock.now();
    nextAt = Math.max(nextAt, now - burstMs);
    const waitMs = nextAt - now;
    nextAt += intervalMs;
    if (waitMs > 0) await clock.sleep(waitMs, signal);
  };
}

export interface VendorClient {
  /** An answer's JSON in the form that is expected; PROVIDER_UNAVAILABLE when it has another. */
  json<Schema extends z.ZodType>(
    url: string,
    init: RequestInit,
    reply: Schema,
    signal: AbortSignal,
  ): Promise<z.output<Schema>>;
  /** An answer whose body is read as it comes; redirects are followed without the token. */
  download(url: string, init: RequestInit, signal: AbortSignal): Promise<Answer>;
  /** Returns a fetch for a vendor's SDK: it authorizes, keeps the pace, throws for refusals, and returns whole answers. */
  sdkFetch(signal: AbortSignal): typeof globalThis.fetch;
}

const defaultDeadlineMs = 30_000;
const noContent = 204;
const maxResponseBytes = 32 * 1024 * 1024;

/** Makes the client of one connection. It never asks twice, but for a token that the vendor refuses. */
export function createVendorClient(vendor: Vendor, context: ConnectorContext): VendorClient {
  const session: Session = {
    vendor,
    context,
    pace: context.pace ?? createPace(vendor.requestsPerSecond),
    deadlineMs: context.deadlineMs ?? defaultDeadlineMs,
  };

  async function whole(url: string, init: RequestInit, signal: AbortSignal) {
    const { status, headers, body } = await exchange({ url, init, signal }, session);
    const text = (await readBody(body, maxResponseBytes, () => unreadable(vendor.name))).toString();
    const json = status === noContent ? null : parseJson(text);
    if (json === undefined) throw unreadable(vendor.name);
    return { status, headers, text, json };
  }

  return {
    async json(url, init, reply, signal) {
      const { json } = await whole(url, init, signal);
      return accept(json, reply, vendor.name);
    },
    download: (url, init, signal) => exchange({ url, init, signal }, session),
    sdkFetch: (signal) => async (input, init) => {
      const { status, headers, text } = await whole(String(input), init ?? {}, signal);
      // The text is decoded already.
      const type = headers.get('content-type') ?? 'application/json';
      return new Response(status === noContent ? null : text, { status, headers: { 'content-type': type } });
    },
  };
}

/** Parses a vendor's answer, without damaged entries of its lists; throws PROVIDER_UNAVAILABLE when it does not have the expected form. */
export function accept<Schema extends z.ZodType>(
  answer: unknown,
  reply: Schema,
  vendor: string,
): z.output<Schema> {
  const accepted = reply.safeParse(answer);
  if (accepted.success) return accepted.data;
  const rest = withoutDamaged(answer, accepted.error);
  const salvaged = rest === undefined ? undefined : reply.safeParse(rest);
  // The error itself is a list of what another program calls its fields.
  if (!salvaged?.success) throw unreadable(vendor);
  return salvaged.data;
}
