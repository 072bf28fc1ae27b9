import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../stub-server.ts';
import type { Site, SitePage } from './scraped-site.ts';
import { sendFaulty, type VendorFault } from './vendor-fault.ts';

export interface ScrapingEmulatorOptions {
  /** API key that is accepted; default: `emulator-key`. */
  readonly apiKey?: string;
  readonly site?: Site;
  readonly fault?: (number: number) => VendorFault | undefined;
}

export interface ScrapingEmulator extends Omit<StubServer, 'port'> {
  readonly apiKey: string;
}

/** Request that the vendor accepts. */
interface ScrapingCall {
  readonly url: URL;
  readonly page: SitePage | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface ScrapingVendor {
  /** Returns the call of a request, or the response that the vendor sends at once. */
  read(request: StubRequest, accepts: (key: string) => boolean): Omit<ScrapingCall, 'page'> | StubResponse;
  answer(call: ScrapingCall): StubResponse;
  /** Returns the body of the vendor's error with a status. */
  refusal(status: number): unknown;
}

/** Returns a response in the form that a stub sends: headers, and a body of text or bytes. */
function asText(reply: StubResponse): StubResponse {
  const isRaw = typeof reply.body === 'string' || reply.body instanceof Uint8Array;
  const body = isRaw ? reply.body : JSON.stringify(reply.body);
  return {
    ...reply,
    body,
    headers: { 'content-type': isRaw ? 'text/html' : 'application/json', ...reply.headers },
  };
}

/** Starts a vendor that fetches the pages of one site, under any host name. */
export async function startScrapingEmulator(
  vendor: ScrapingVendor,
  { apiKey = 'emulator-key', site = {}, fault }: ScrapingEmulatorOptions,
): Promise<ScrapingEmulator> {
  let taken = 0;
  const { url, requests, close } = await startStubServer((request, response) => {
    const call = vendor.read(request, (key) => key === apiKey);
    const wrong = fault?.(taken++);
    if (wrong?.kind === 'status')
      return {
        status: wrong.status,
        body: wrong.body ?? vendor.refusal(wrong.status),
        ...(wrong.headers && { headers: wrong.headers }),
      };
    if (!('url' in call)) return call;
    const reply = asText(vendor.answer({ ...call, page: site[call.url.pathname] }));
    return sendFaulty(reply, wrong, response);
  });
  return { url, requests, close, apiKey };
}
