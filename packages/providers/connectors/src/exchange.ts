import { exhaustedForMs } from '@docfleet/egress';
import { AppError, causesOf } from '@docfleet/errors';
import { parseJson, readBody } from '@docfleet/provider';
import type { ConnectorContext, Pace } from './provider.ts';
import { type Refusal, type RefusalNote, refusalError } from './refusal.ts';
import { contradiction } from './whole-body.ts';

/** A deadline that begins anew with each sign of life, beside the caller's own signal. */
interface WaitTimeout {
  /** Aborted by the caller, or when nothing was heard for too long. */
  readonly signal: AbortSignal;
  readonly hasRunOut: boolean;
  restart(): void;
  /** Does not count until it is restarted; holds no timer meanwhile. */
  pause(): void;
}

/** Begins to wait. */
function createWaitTimeout(milliseconds: number, caller: AbortSignal): WaitTimeout {
  const silence = new AbortController();
  const onExhausted = () => silence.abort();
  // A body that is not read does not keep the process from ending.
  const wait = () => setTimeout(onExhausted, milliseconds).unref();
  let timer = wait();
  return {
    signal: AbortSignal.any([caller, silence.signal]),
    get hasRunOut() {
      return silence.signal.aborted;
    },
    restart() {
      clearTimeout(timer);
      timer = wait();
    },
    pause: () => clearTimeout(timer),
  };
}

export interface Vendor {
  /** Name of the vendor for users. */
  readonly name: string;
  /** Average rate of requests of one connection. */
  readonly requestsPerSecond: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True: requests arrive signed by the vendor's SDK. No token is added, and no redirect followed, for which they are not signed. */
  readonly isSigned?: true;
  /**
   * False where the token is valid at one address alone: content that another address shows without it must not be attributed to the
   * account.
   */
  readonly followsRedirects?: false;
  readonly readRefusal: (refusal: Refusal) => RefusalNote;
}

export interface Session {
  readonly vendor: Vendor;
  readonly context: ConnectorContext;
  readonly pace: Pace;
  readonly deadlineMs: number;
}

export interface Call {
  readonly url: string;
  readonly init: RequestInit;
  readonly signal: AbortSignal;
}

/** An answer of status 2xx. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncGenerator<Uint8Array>;
}

const maxRefusalBytes = 64 * 1024;
const maxRedirects = 5;

/** Converts a failed request into an error without addresses, as some contain keys. */
function explain(error: unknown, timeout: WaitTimeout, signal: AbortSignal, session: Session): unknown {
  if (signal.aborted) return signal.reason;
  const causes = causesOf(error);
  const known = causes.find((cause) => cause instanceof AppError);
  if (known) return known;
  const code = causes.map((cause) => cause.code).find((found) => typeof found === 'string');
  if (code === 'BODY_DAMAGED')
    return contradiction(session.vendor.name, 'Its body is compressed, and damaged or cut short');
  const reason = timeout.hasRunOut
    ? `Nothing was heard for ${session.deadlineMs / 1_000} seconds`
    : `The connection failed${code ? `: ${code}` : ''}`;
  if (session.context.leavesFailing)
    return new AppError('ITEM_FORBIDDEN', `${session.vendor.name} has failed to answer for long`, {
      details: { reason, isFailing: true },
    });
  return new AppError('PROVIDER_UNAVAILABLE', `${session.vendor.name} could not be reached`, {
    details: { reason },
  });
}

async function* bodyOf(response: Response, timeout: WaitTimeout, signal: AbortSignal, session: Session) {
  try {
    for await (const part of response.body ?? []) {
      timeout.pause();
      yield part;
      timeout.restart();
    }
  } catch (error) {
    throw explain(error, timeout, signal, session);
  } finally {
    timeout.pause();
  }
}

interface Followed {
  readonly response: Response;
  /** Whether the response came from a redirect's target, to which no token was sent. */
  readonly isRedirected: boolean;
}

/** Sends with the token, and follows redirects without it: their address carries the permission, and the token is for the API alone. */
async function follow({ url, init }: Call, token: string, { vendor, context }: Session): Promise<Followed> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(vendor.headers ?? {})) headers.set(name, value);
  if (!vendor.isSigned) headers.set('authorization', `Bearer ${token}`);
  let response = await context.fetch(url, { ...init, headers, redirect: 'manual' });
  if (vendor.isSigned || vendor.followsRedirects === false) return { response, isRedirected: false };
  let here = url;
  for (let hop = 0; hop < maxRedirects; hop += 1) {
    const location = response.headers.get('location');
    const redirects = response.status >= 300 && response.status < 400 && (init.method ?? 'GET') === 'GET';
    if (!redirects || !location) break;
    await response.body?.cancel();
    here = new URL(location, here).href;
    response = await context.fetch(here, { signal: init.signal ?? null, redirect: 'manual' });
  }
  return { response, isRedirected: here !== url };
}

/** The text of a refusal; empty when it does not end, undefined when it breaks off. */
async function readRefused({ status, headers, body }: Answer): Promise<Refusal | undefined> {
  const endless = new Error('too long');
  try {
    const text = (await readBody(body, maxRefusalBytes, () => endless)).toString();
    const json = parseJson(text);
    const isBroken = json === undefined && text !== '' && headers.get('content-type')?.includes('json');
    return isBroken ? undefined : { status, headers, text, json };
  } catch (error) {
    return error === endless ? { status, headers, text: '', json: undefined } : undefined;
  }
}

/**
 * Classifies a refusal. A truncated one may have lost the word that makes a 403 a rate limit or a 400 an expired cursor, so it is requested
 * again. A refusal by a pre-signed address concerns one item, regardless of the status, and not the connection.
 */
function noteOf(
  refusal: Refusal | undefined,
  isRedirected: boolean,
  { vendor, context }: Session,
): RefusalNote {
  if (!refusal) return { reason: 'The response broke off', subject: 'vendor' };
  const note = vendor.readRefusal(refusal);
  const isFailure = refusal.status >= 500 && (note.subject ?? 'vendor') === 'vendor';
  if (context.leavesFailing && isFailure) return { ...note, subject: 'failing' };
  return isRedirected && refusal.status === 401 ? { reason: note.reason, subject: 'forbidden' } : note;
}

async function attempt(call: Call, session: Session, after401: boolean) {
  const { vendor, context, pace, deadlineMs } = session;
  await pace(call.signal, vendor.requestsPerSecond);
  const token = await context.accessToken(after401);
  const timeout = createWaitTimeout(deadlineMs, call.signal);
  try {
    const init = { ...call.init, signal: timeout.signal };
    const { response, isRedirected } = await follow({ ...call, init }, token, session);
    const { status, headers } = response;
    const body = bodyOf(response, timeout, call.signal, session);
    if (response.ok) {
      // The last request that the vendor accepts for a while has been answered.
      const restMs = exhaustedForMs(headers);
      if (restMs !== undefined) await context.rest?.(restMs);
      return { answer: { status, headers, body } };
    }
    const refusal = await readRefused({ status, headers, body });
    call.signal.throwIfAborted();
    const note = noteOf(refusal, isRedirected, session);
    const isStale = status === 401 && note.subject !== 'scope' && !vendor.isSigned;
    const refused = { vendor: vendor.name, token, isEntered: context.settings != null };
    return { refused: refusalError({ status, headers }, note, refused), isStale, isRedirected };
  } catch (error) {
    timeout.pause();
    throw explain(error, timeout, call.signal, session);
  }
}

/** Makes one request, and a second one when the vendor refuses the token, with a fresh one, or the address that it has just redirected to. */
export async function exchange(call: Call, session: Session): Promise<Answer> {
  let outcome = await attempt(call, session, false);
  if (outcome.isStale) outcome = await attempt(call, session, !outcome.isRedirected);
  if (!outcome.answer) throw outcome.refused;
  return outcome.answer;
}
