import { networkSentence, retryAfterMs } from '@docfleet/egress';
import { AppError, causesOf } from '@docfleet/errors';
import { readBody } from '@docfleet/provider';
import type { z } from 'zod';

/** Compares what the pages of a list name with what the list itself says. */
export interface EntryCount {
  /** Notes how many entries the list says that it has, those included that are hidden or not played. */
  state(entries: number | undefined): void;
  /** Notes an entry by what no other entry of its list has; `list` is the list that it says it belongs to, where it says so. */
  note(entry: string, list?: string | undefined): void;
  /** Tests whether each of the entries was named. A list that does not count, or shows none, proves nothing: a fault looks the same. */
  isProven(): boolean;
}

/** Counts the entries of one list; `note` rejects an entry of another list with PAGE_UNREADABLE. */
export function countEntries(playlistId: string): EntryCount {
  const named = new Set<string>();
  let stated: number | undefined;
  return {
    state(entries) {
      stated = Math.max(stated ?? 0, entries ?? 0) || stated;
    },
    note(entry, list = playlistId) {
      if (list !== playlistId)
        throw new AppError('PAGE_UNREADABLE', 'YouTube showed another list in place of this one');
      named.add(entry);
    },
    isProven: () => stated !== undefined && named.size > 0 && named.size >= stated,
  };
}

/**
 * A video of a list; `incomplete`, where there may be more of them than could be seen: nothing that is missing has vanished; or `unproven`,
 * where the list came to its end without showing that it named everything.
 */
export type VideoFinding =
  | { readonly kind: 'video'; readonly videoId: string; readonly title: string | undefined }
  | { readonly kind: 'unproven' }
  | { readonly kind: 'incomplete'; readonly reason: string };

export interface YouTubeContext {
  /** The egress's; through the operator's proxy where there is one, since YouTube blocks data centers. */
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** https://console.cloud.google.com: lists are complete and quick with one. */
  readonly dataApiKey?: string | undefined;
  /** Addresses of YouTube; the public ones by default. */
  readonly endpoints?: { readonly site: string; readonly dataApi: string } | undefined;
}

export interface YouTubeResponse {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

export interface YouTubeClient {
  /** Returns any status below 500, a 404 included; rejects with PAGE_UNAVAILABLE or PAGE_UNREACHABLE. */
  get(url: URL): Promise<YouTubeResponse>;
  post(url: URL, body: unknown): Promise<YouTubeResponse>;
  readonly site: string;
  readonly dataApi: string;
}

const publicEndpoints = { site: 'https://www.youtube.com', dataApi: 'https://www.googleapis.com' };
const deadlineMs = 30_000;
const maxResponseBytes = 16 * 1024 * 1024;

/** English, so that reasons can be distinguished, and without the page that asks Europeans for consent. */
const headers = { 'accept-language': 'en', cookie: 'SOCS=CAI' };

const tooLong = (host: string) => () =>
  new AppError('PAGE_TOO_LARGE', `The answer of ${host} is longer than ${maxResponseBytes} bytes`);

/** Converts a failed request into an error without the address, which may contain the operator's key. */
function unreachable(error: unknown, host: string): AppError {
  const causes = causesOf(error);
  const known = causes.find((cause) => cause instanceof AppError);
  if (known) return known;
  const code = causes.map((cause) => cause.code).find((found) => typeof found === 'string');
  const why = code === undefined ? 'it does not answer in time' : networkSentence(code);
  return new AppError('PAGE_UNREACHABLE', `${host} could not be read: ${why}`);
}

/** Makes the client of one piece of work; each request has its deadline. */
export function createYouTubeClient({
  fetch,
  signal,
  endpoints = publicEndpoints,
}: YouTubeContext): YouTubeClient {
  async function ask(url: URL, init: RequestInit): Promise<YouTubeResponse> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
    try {
      const response = await fetch(url, { ...init, signal: deadline });
      const text = (await readBody(response.body, maxResponseBytes, tooLong(url.host))).toString();
      const waitMs = retryAfterMs(response.headers);
      if (response.status >= 500)
        throw new AppError('PAGE_UNAVAILABLE', `${url.host} answered ${response.status}`, {
          details: { status: response.status, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) },
        });
      return { status: response.status, text, retryAfterMs: waitMs };
    } catch (error) {
      signal.throwIfAborted();
      throw unreachable(error, url.host);
    }
  }

  return {
    ...endpoints,
    get: (url) => ask(url, { headers }),
    post: (url, body) =>
      ask(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** An answer as its schema has it; PAGE_UNREADABLE when it is anything else. */
export function parseResponse<Schema extends z.ZodType>(
  { text }: YouTubeResponse,
  schema: Schema,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // The error itself is a list of what another program calls its fields.
    throw new AppError('PAGE_UNREADABLE', 'YouTube answered in a form that cannot be read');
  }
}

const keyForm = /"INNERTUBE_API_KEY":\s*"([\w-]+)"/;

/** The key that YouTube's own pages call its inner API with; undefined on a page that keeps us out. */
export const innerKeyOf = (page: string): string | undefined => keyForm.exec(page)?.[1];
