import { once } from 'node:events';
import type { EventsResponse, StreamEvent } from '@docfleet/api/route';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import type { Response } from 'express';

/** Returns a signal that aborts when the client disconnects before the response is complete. */
export function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new AppError('INVALID_REQUEST', 'The caller has gone'));
  });
  return controller.signal;
}

/** Maximum of open streams of one key: enough for several open pages; programs that need more poll the state. */
const maxStreamsOfKey = 20;
const retryAfterMs = 5_000;

interface StreamOwner {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

/** Event streams that are open in this process. */
export interface EventStreams {
  /**
   * Counts one more stream of a key and of its organization; returns the signal of the shutdown and a release function. Throws
   * RATE_LIMIT_EXCEEDED above the limit of either.
   */
  open(owner: StreamOwner): { readonly signal: AbortSignal; close(): void };
  /** Ends all open streams, and each later one as soon as it opens. */
  end(): void;
}

export function createEventStreams(): EventStreams {
  const counts = new Map<string, number>();
  const ending = new AbortController();
  return {
    open({ apiKeyId, organizationId }) {
      const subjects = [
        { name: `key ${apiKeyId}`, of: 'key', max: maxStreamsOfKey },
        { name: `organization ${organizationId}`, of: 'organization', max: limits.streamsPerOrganization },
      ];
      for (const { name, of, max } of subjects)
        if ((counts.get(name) ?? 0) >= max)
          throw new AppError('RATE_LIMIT_EXCEEDED', `The ${of} has ${max} streams of events open`, {
            details: { retryAfterMs },
          });
      for (const { name } of subjects) counts.set(name, (counts.get(name) ?? 0) + 1);
      return {
        signal: ending.signal,
        close() {
          for (const { name } of subjects) {
            const left = (counts.get(name) ?? 1) - 1;
            if (left > 0) counts.set(name, left);
            else counts.delete(name);
          }
        },
      };
    },
    end: () => ending.abort(new AppError('SERVICE_UNAVAILABLE', 'The service is going down')),
  };
}

/** Milliseconds between heartbeats: proxies close connections that are idle, many after a minute. */
const heartbeatMs = 15_000;

// https://html.spec.whatwg.org/multipage/server-sent-events.html
const eventText = ({ id, name, data }: StreamEvent) =>
  `${id === undefined ? '' : `id: ${id}\n`}${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** Dependencies of a stream: the count of open streams, and the check of its key. */
interface Streaming {
  readonly streams: EventStreams;
  /** Returns whether the key, or the session, that opened the stream is still valid. */
  readonly isAdmitted: () => Promise<boolean>;
}

const admissionCheckMs = 2_000;

/** Returns a signal that aborts once the key or session of a stream is no longer valid; a check that fails is repeated. */
function watchAdmission(isAdmitted: Streaming['isAdmitted']): { signal: AbortSignal; end(): void } {
  const ended = new AbortController();
  const check = async () => {
    if (!(await isAdmitted())) ended.abort(new AppError('UNAUTHORIZED', 'The key is no longer valid'));
  };
  const timer = setInterval(() => void check().catch(() => undefined), admissionCheckMs);
  return { signal: ended.signal, end: () => clearInterval(timer) };
}

async function writeEvents(response: Response, result: EventsResponse, signal: AbortSignal): Promise<void> {
  const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
  try {
    for await (const event of result.events(signal)) {
      const isTaken = response.write(eventText(event));
      if (!isTaken) await once(response, 'drain', { signal });
    }
  } catch (cause) {
    if (!signal.aborted) throw cause;
  } finally {
    clearInterval(heartbeat);
  }
}

/** Sends events until there are no more, the caller has gone, its key is revoked or the process ends; throws RATE_LIMIT_EXCEEDED before the first. */
export async function sendEvents(
  response: Response,
  result: EventsResponse,
  { streams, isAdmitted }: Streaming,
): Promise<void> {
  try {
    await sendWithin(response, result, streams.open(result), isAdmitted);
  } finally {
    result.onEnd?.();
  }
}

async function sendWithin(
  response: Response,
  result: EventsResponse,
  stream: ReturnType<EventStreams['open']>,
  isAdmitted: Streaming['isAdmitted'],
): Promise<void> {
  const gone = new AbortController();
  const admission = watchAdmission(isAdmitted);
  response.once('close', () => gone.abort());
  try {
    response.setHeader('Content-Type', 'text/event-stream');
    response.setHeader('Cache-Control', 'no-store');
    // nginx would collect events before it hands them on.
    response.setHeader('X-Accel-Buffering', 'no');
    response.flushHeaders();
    const signal = AbortSignal.any([gone.signal, stream.signal, admission.signal]);
    if (response.req.method !== 'HEAD') await writeEvents(response, result, signal);
    response.end();
  } finally {
    admission.end();
    stream.close();
  }
}
