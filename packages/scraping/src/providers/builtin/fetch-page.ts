import type { Egress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';

const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
/** A file is only the start of a longer way; what it may weigh there, it may weigh here. */
const deadlineMs = 120_000;

export interface PageAnswer {
  readonly finalUrl: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

interface PageVisit {
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** What is said of a page that cannot be reached: its host, and what the network said. */
function unreachable(error: unknown, { host }: URL): AppError {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause) innermost = innermost.cause;
  if (innermost instanceof AppError) return innermost;
  const reason = innermost instanceof Error ? innermost.message : String(innermost);
  return new AppError('PAGE_UNREACHABLE', `${host} could not be reached`, { details: { reason } });
}

const turnedInCircles = ({ host }: URL, reason: string) =>
  new AppError('PAGE_REDIRECT_FAILED', `A redirect of ${host} leads nowhere`, { details: { reason } });

async function* counted(
  body: ReadableStream<Uint8Array> | null,
  url: URL,
  { maxBytes, signal }: PageVisit,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const part of body ?? []) {
      bytes += part.byteLength;
      if (bytes > maxBytes)
        throw new AppError('PAGE_TOO_LARGE', `The answer of ${url.host} is longer than ${maxBytes} bytes`);
      yield part;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(error, url);
  }
}

/** Headers that are meant for one site are not shown to another. */
const withoutSecrets = (headers: PageVisit['headers']) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(?:authorization|cookie|proxy-authorization|x-.*)$/i.test(name),
    ),
  );

/** Gets a page: follows five redirects, each of them judged; any status is an answer. */
export async function fetchPage({ fetch }: Egress, first: URL, visit: PageVisit): Promise<PageAnswer> {
  visit.signal.throwIfAborted();
  const signal = AbortSignal.any([visit.signal, AbortSignal.timeout(deadlineMs)]);
  let url = first;
  let { headers } = visit;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const response = await fetch(url, { headers, redirect: 'manual', signal }).catch((error: unknown) => {
      visit.signal.throwIfAborted();
      throw unreachable(error, url);
    });
    const target = redirects.has(response.status) ? response.headers.get('location') : null;
    if (target === null)
      return {
        finalUrl: url,
        status: response.status,
        headers: response.headers,
        body: counted(response.body, url, visit),
      };
    await response.body?.cancel();
    const next = URL.parse(target, url.href);
    if (!next || !/^https?:$/.test(next.protocol)) throw turnedInCircles(url, 'It names no web address');
    if (next.origin !== url.origin) headers = withoutSecrets(headers);
    url = next;
  }
  throw turnedInCircles(first, `There are more than ${mostRedirects} of them`);
}
