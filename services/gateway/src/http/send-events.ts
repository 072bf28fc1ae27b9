import { once } from 'node:events';
import type { EventsResponse, StreamEvent } from '@docfleet/api/route';
import { AppError } from '@docfleet/errors';
import type { Response } from 'express';
import type { EventStreams } from './event-streams.ts';

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
