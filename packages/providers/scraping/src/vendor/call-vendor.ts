import type { ScrapingContext } from '../provider.ts';
import type { Vendor, VendorResponse } from './vendor.ts';
import { lateVendor, unreachableVendor } from './vendor-error.ts';

/** Longest time for one page through a vendor: they wait for scripts, and try other ways in. */
export const requestDeadlineMs = 90_000;
/** Room for a page of 10 MB as HTML in JSON. */
const maxResponseBytes = 32 * 1024 * 1024;

export type Ask = (
  url: string,
  init: Omit<RequestInit, 'signal'>,
  signal: AbortSignal,
) => Promise<VendorResponse>;

async function readBody(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > maxResponseBytes) throw new Error(`The answer is longer than ${maxResponseBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Sends one request and reads its answer, whatever its status, to its end, within the deadline and a bound of its length. */
export function createRequest(
  vendor: Vendor,
  { egress, deadlineMs = requestDeadlineMs }: ScrapingContext,
): Ask {
  return async (url, init, signal) => {
    signal.throwIfAborted();
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      const request = { ...init, redirect: 'error' as const, signal: AbortSignal.any([signal, deadline]) };
      const response = await egress.fetch(url, request);
      const { status, headers } = response;
      return { status, headers, body: await readBody(response) };
    } catch (error) {
      signal.throwIfAborted();
      throw deadline.aborted ? lateVendor(vendor, deadlineMs) : unreachableVendor(vendor, error);
    }
  };
}
