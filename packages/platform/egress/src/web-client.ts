import type { Readable } from 'node:stream';
import { AppError } from '@docfleet/errors';
import { type Dispatcher, request } from 'undici';
import { codingsOf, decompressed } from './decompress.ts';
import { targetOf } from './dispatcher.ts';
import { createRedirects, type Hop, pageError, pageTooSlow } from './redirects.ts';

export interface PageRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum size of the decompressed body. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called before each redirect is followed; an error thrown here ends the visit. */
  readonly onRedirect?: (url: URL) => void | Promise<void>;
}

export interface PageResponse {
  readonly finalUrl: URL;
  readonly status: number;
  /** The values of a header one by one, as received; those of a repeated header cannot be distinguished in `headers`. */
  valuesOf(name: string): readonly string[];
  /** Headers as received: Content-Encoding and Content-Length describe the compressed body. */
  readonly headers: Headers;
  /**
   * Decompressed, and to be read once; leaving it early closes the connection. Rejects with PAGE_TOO_LARGE past `maxBytes`,
   * PAGE_UNREADABLE for a bomb or damage, PAGE_UNREACHABLE when the server breaks off, falls silent or drips.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface WebClient {
  /**
   * Gets a page as a browser would: follows redirects, each of them judged, with the cookies that they set, and decompresses. Any status is a response; rejects
   * with ADDRESS_FORBIDDEN, PAGE_REDIRECT_FAILED or PAGE_UNREACHABLE, or the reason of the signal.
   */
  fetchPage(url: URL, request: PageRequest): Promise<PageResponse>;
}

/** Limits in milliseconds, except the rate. */
export interface WebClientLimits {
  readonly headers: number;
  readonly silence: number;
  /** The whole visit with its redirects and its body; a slow read of a large file counts in full. */
  readonly total: number;
  /** Time allowed for a body of any size, in addition to the time that the minimum rate allows for its bytes. */
  readonly waitTimeout: number;
  readonly bytesPerSecond: number;
}

const defaultLimits: WebClientLimits = {
  headers: 20_000,
  silence: 20_000,
  total: 300_000,
  waitTimeout: 15_000,
  bytesPerSecond: 2_048,
};

/** Bytes that are read of a redirect's body, so that its connection can be reused. */
const dumpedBytes = 16_384;

const ownHeaders = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' };

interface Visit {
  readonly url: URL;
  readonly signal: AbortSignal;
  readonly deadline: AbortSignal;
  readonly maxBytes: number;
}

/** An error as its reader is to see it: the caller's own reason, our deadline, or what the network said. */
function explain(error: unknown, { url, signal, deadline }: Visit): unknown {
  if (signal.aborted) return signal.reason;
  return deadline.aborted ? pageTooSlow(url, 'it took too long') : pageError(error, url);
}

const tooLarge = ({ url, maxBytes }: Visit) =>
  new AppError('PAGE_TOO_LARGE', `The answer of ${url.host} is longer than ${maxBytes} bytes`, {
    details: { maxBytes },
  });

/** Cuts a body that drips: each byte earns a little time. Time in which the reader requests no bytes does not count. */
async function* atLeastRate(
  parts: AsyncGenerator<Uint8Array>,
  source: Readable,
  { waitTimeout, bytesPerSecond }: WebClientLimits,
  visit: Visit,
): AsyncGenerator<Uint8Array> {
  let leftMs = waitTimeout;
  try {
    for (;;) {
      const begun = performance.now();
      const cut = setTimeout(() => source.destroy(pageTooSlow(visit.url, 'it sends too slowly')), leftMs);
      const { value, done } = await parts.next().finally(() => clearTimeout(cut));
      if (done) return;
      leftMs -= performance.now() - begun - (value.length / bytesPerSecond) * 1_000;
      leftMs = Math.min(leftMs, waitTimeout);
      yield value;
    }
  } finally {
    await parts.return(undefined);
  }
}

async function* readBody(
  source: Readable,
  codings: readonly string[],
  limits: WebClientLimits,
  visit: Visit,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const part of atLeastRate(decompressed(source, codings), source, limits, visit)) {
      bytes += part.length;
      if (bytes > visit.maxBytes) throw tooLarge(visit);
      yield part;
    }
  } catch (error) {
    throw explain(error, visit);
  }
}

function headersOf(raw: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}

function withOwnHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...ownHeaders, ...Object.fromEntries(given), 'accept-encoding': ownHeaders['accept-encoding'] };
}

const firstOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** The response of the last hop; throws PAGE_TOO_LARGE where it declares to be too long. */
function toResponse(answer: Dispatcher.ResponseData, visit: Visit, limits: WebClientLimits): PageResponse {
  const { statusCode: status, headers: raw } = answer;
  const headers = headersOf(raw);
  const declared = Number(headers.get('content-length') ?? 0);
  const codings = codingsOf(headers.get('content-encoding'));
  if (codings.length === 0 && declared > visit.maxBytes) {
    answer.body.on('error', () => undefined).destroy();
    throw tooLarge(visit);
  }
  const valuesOf = (name: string) => [raw[name] ?? []].flat();
  const body = readBody(answer.body, codings, limits, visit);
  return { finalUrl: visit.url, status, headers, valuesOf, body };
}

/** Makes the client that visits pages through this dispatcher. */
export function createWebClient(dispatcher: Dispatcher, changes: Partial<WebClientLimits> = {}): WebClient {
  const limits = { ...defaultLimits, ...changes };

  const get = (url: URL, headers: Hop['headers'], signal: AbortSignal) =>
    request(url, {
      dispatcher,
      headers: { ...headers, 'accept-encoding': ownHeaders['accept-encoding'] },
      headersTimeout: limits.headers,
      bodyTimeout: limits.silence,
      signal,
    });

  async function follow(first: Hop, either: AbortSignal, onRedirect: PageRequest['onRedirect']) {
    const redirects = createRedirects(first.url);
    for (let hop = first; ; ) {
      const answer = await get(hop.url, redirects.headersOf(hop), either);
      try {
        const { location, 'set-cookie': cookies } = answer.headers;
        const redirect = { status: answer.statusCode, location: firstOf(location), cookies };
        const next = redirects.next(hop, redirect);
        if (!next) return { hop, answer };
        await onRedirect?.(next.url);
        hop = next;
      } catch (error) {
        answer.body.on('error', () => undefined).destroy();
        throw error;
      }
      await answer.body.dump({ limit: dumpedBytes, signal: either });
    }
  }

  return {
    async fetchPage(url, { headers, maxBytes, signal, onRedirect }) {
      signal.throwIfAborted();
      const deadline = AbortSignal.timeout(limits.total);
      const visit = { url, signal, deadline, maxBytes };
      try {
        targetOf(url);
        const first = { url, headers: withOwnHeaders(headers) };
        const { hop, answer } = await follow(first, AbortSignal.any([signal, deadline]), onRedirect);
        return toResponse(answer, { ...visit, url: hop.url }, limits);
      } catch (error) {
        throw explain(error, visit);
      }
    },
  };
}
