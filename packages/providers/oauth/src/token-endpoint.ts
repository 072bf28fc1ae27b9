import { AppError } from '@docfleet/errors';
import { readBody } from '@docfleet/provider';
import type { OAuthClient } from './client.ts';
import { toRefusal } from './refusal.ts';
import type { OAuthVendor } from './vendor.ts';

/** No answer of a token endpoint is longer. */
const maxResponseBytes = 64 * 1024;
const requestTimeoutMs = 15_000;

export interface EndpointRequest {
  readonly url: string;
  readonly body: 'form' | 'json' | 'none';
  readonly fields: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  /** Values that errors must not repeat. */
  readonly secrets: readonly string[];
}

export interface EndpointContext {
  /** The one way out. */
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds for one request; 15 s by default. */
  readonly timeoutMs?: number;
}

/** RFC 6749, 2.3.1: both are form-encoded before they are joined. */
export const basicAuthorization = ({ clientId, clientSecret }: OAuthClient): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;

const contentOf = ({ body, fields }: EndpointRequest) => {
  if (body === 'none') return {};
  const isForm = body === 'form';
  return {
    body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
    type: isForm ? 'application/x-www-form-urlencoded' : 'application/json',
  };
};

/**
 * Asks an endpoint once and returns the text of a 2xx; everything secret goes in headers or body, never into the URL. Rejects as
 * `toRefusal` says, and with PROVIDER_UNAVAILABLE when there is no whole answer in time.
 */
export async function callEndpoint(
  vendor: OAuthVendor,
  request: EndpointRequest,
  { fetch, timeoutMs = requestTimeoutMs }: EndpointContext,
): Promise<string> {
  const { body, type } = contentOf(request);
  const unreachable = (cause: unknown) =>
    new AppError('PROVIDER_UNAVAILABLE', `${vendor.name} could not be reached`, { cause });
  let response: Response;
  let text: string;
  try {
    response = await fetch(request.url, {
      method: 'POST',
      // A secret must not go along to wherever an answer points.
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(type && { 'content-type': type }),
        ...(request.authorization && { authorization: request.authorization }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = (await readBody(response.body, maxResponseBytes)).toString();
  } catch (cause) {
    throw unreachable(cause);
  }
  if (response.ok) return text;
  throw toRefusal(vendor, response, text, request.secrets);
}
