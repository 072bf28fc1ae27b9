import { type AppError, causesOf } from '@docfleet/errors';
import {
  commonVerdicts,
  connectionError,
  parseJson,
  readBody,
  readRefusal,
  refusalError,
  requestInTime,
  subjectOfStatus,
  unreadable,
  VendorRefusal,
  type Verdicts,
  vendorFetch,
} from '@docfleet/provider';
import type { z } from 'zod';
import type { ScrapingContext } from './provider.ts';

/** Longest time for one page through a vendor: they wait for scripts, and try other ways in. */
export const requestDeadlineMs = 90_000;
/** Room for a page of 10 MB as HTML in JSON. */
const maxResponseBytes = 32 * 1024 * 1024;

export interface Vendor {
  /** Name of the vendor for users. */
  readonly name: string;
  readonly apiKey: string;
}

export interface VendorResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface VendorRequest {
  readonly url: string;
  readonly init: Omit<RequestInit, 'signal'>;
  readonly signal: AbortSignal;
  /** Tests whether the answer is one of the vendor's API; 2xx by default. */
  readonly accepts?: (response: Response) => boolean;
  /** The page that is requested, and what statuses of the vendor say of it. */
  readonly page?: { readonly url: URL; readonly statuses: Readonly<Record<number, 'empty' | 'unvisited'>> };
}

function verdictsOf({ name }: Vendor, host = ''): Verdicts<'empty' | 'unvisited'> {
  const common = commonVerdicts(name);
  const key = {
    code: 'PROVIDER_REJECTED',
    sentence: `${name} refused the API key`,
    setting: 'webScraperConfig.apiKey',
  } as const;
  return {
    ...common,
    key,
    forbidden: key,
    credit: { ...key, sentence: `${name} has no credit left for this API key` },
    missing: common.request,
    redirect: common.vendor,
    empty: { code: 'PAGE_EMPTY', sentence: 'The page has no text, or none that the selectors match' },
    unvisited: { code: 'PAGE_FORBIDDEN', sentence: `${name} does not visit ${host}` },
  };
}

/** Creates a function that sends one request and reads its answer to its end, within the deadline and a bound of its length. */
export const createRequest =
  (vendor: Vendor, { egress, deadlineMs = requestDeadlineMs }: ScrapingContext) =>
  ({ url, init, signal, accepts = ({ ok }) => ok, page }: VendorRequest): Promise<VendorResponse> => {
    const { name, apiKey } = vendor;
    const secrets = [apiKey, encodeURIComponent(apiKey)];
    const explain = (error: unknown): AppError => {
      const refusal = causesOf(error).find((link) => link instanceof VendorRefusal);
      if (!refusal) return connectionError(error, { name, secrets });
      const subject = page?.statuses[refusal.status] ?? subjectOfStatus(refusal.status);
      const { sentence: reason } = readRefusal(refusal);
      return refusalError(refusal, verdictsOf(vendor, page?.url.host)[subject], { reason, secrets });
    };
    // The vendor may have fetched the page, and counts it.
    const lateDetails = { isPaid: true };
    return requestInTime({ name, signal, deadlineMs, lateDetails, explain }, async (inTime) => {
      const fetch = vendorFetch(egress.fetch, { limit: null, accepts });
      const { status, headers, body } = await fetch(url, { ...init, signal: inTime });
      return { status, headers, body: await readBody(body, maxResponseBytes) };
    });
  };

/** Returns an answer as its schema has it; throws PROVIDER_UNAVAILABLE where it is something else, because another may be right. */
export function parseResponse<Schema extends z.ZodType>(
  { name }: Vendor,
  { body }: VendorResponse,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(body.toString()));
  if (!parsed.success) throw unreadable(name);
  return parsed.data;
}
