import { AppError } from '@docfleet/errors';
import { commonVerdicts, parseJson, readBody, refusalError, type Verdict } from '@docfleet/provider';
import { z } from 'zod';
import type { OAuthClient, OAuthVendor } from './client.ts';

const seconds = z.coerce.number().positive().nullish().catch(null);

/** RFC 6749, 5.1; Google adds `refresh_token_expires_in`. */
const tokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: seconds,
  refresh_token_expires_in: seconds,
  scope: z.string().nullish().catch(null),
});

/** The tokens of a grant. */
export interface OAuthTokens {
  readonly accessToken: string;
  /** Null where the vendor issues none. */
  readonly refreshToken: string | null;
  /** Null: it does not expire, or the vendor did not say when. */
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshTokenExpiresAt: Date | null;
}

/** Tokens, and the scopes that came with them where the vendor says. */
export interface GrantedTokens {
  readonly tokens: OAuthTokens;
  readonly scopes: readonly string[] | undefined;
}

const daySeconds = 86_400;

const after = (now: number, lifetime: number | null | undefined) =>
  lifetime ? new Date(now + lifetime * 1_000) : null;

/** The response of a vendor's token endpoint; throws PROVIDER_UNAVAILABLE when that is no answer of one. */
export function readTokens(
  vendor: OAuthVendor,
  text: string,
  before?: Pick<OAuthTokens, 'refreshToken' | 'refreshTokenExpiresAt'>,
): GrantedTokens {
  const response = tokenResponse.safeParse(parse(text)).data;
  if (!response)
    throw new AppError('PROVIDER_UNAVAILABLE', `${vendor.name} answered with tokens that cannot be read`);
  const now = Date.now();
  const { refreshTokenDays } = vendor;
  const lifetime = response.refresh_token_expires_in ?? (refreshTokenDays && refreshTokenDays * daySeconds);
  const renewed = response.refresh_token
    ? { refreshToken: response.refresh_token, refreshTokenExpiresAt: after(now, lifetime) }
    : {
        refreshToken: before?.refreshToken ?? null,
        refreshTokenExpiresAt: before?.refreshTokenExpiresAt ?? null,
      };
  const accessTokenExpiresAt = after(now, response.expires_in);
  return {
    tokens: { accessToken: response.access_token, accessTokenExpiresAt, ...renewed },
    scopes: response.scope ? response.scope.split(/[\s,]+/).filter(Boolean) : undefined,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Scopes that are requested, and never listed among the granted ones. */
const silentScopes = new Set(['offline_access', 'openid', 'profile', 'email']);
/** Microsoft names its scopes with or without the API that they are of. */
const bare = (scope: string) => scope.replace(/^https:\/\/graph\.microsoft\.com\//i, '').toLowerCase();

/** Returns the requested scopes that were not granted; empty where the vendor does not report scopes. */
export function missingScopes({ scopes }: OAuthVendor, granted: readonly string[] | undefined): string[] {
  if (!granted) return [];
  const given = new Set(granted.map(bare));
  return scopes.filter((scope) => !silentScopes.has(scope) && !given.has(bare(scope)));
}

/** RFC 6749, 5.2: the grant is no longer good. The others are how Microsoft says that its user has to authorize again. */
const endedGrants = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];
/** The client itself is not accepted. */
const refusedClients = ['invalid_client', 'unauthorized_client'];
/** RFC 6749, 4.1.2.1: the fault is the server's, regardless of the status. */
const passing = ['temporarily_unavailable', 'server_error'];

const refusal = z.object({
  error: z.string(),
  error_description: z.string().optional().catch(undefined),
});

/** Atlassian refuses a refresh token without a code, too. */
const unknownToken = /unknown or invalid refresh token/i;

/**
 * A refusal comes as JSON with a code (RFC 6749, 5.2): any other response comes from a proxy or an outage, and does not concern the client
 * or the grant.
 */
const foreignAnswer = (status: number) =>
  `status ${status} without the JSON of a token endpoint: a proxy or firewall may have answered in its place`;

/**
 * A token endpoint's refusal as an error: CONNECTION_UNAUTHORIZED for a grant that has ended, PROVIDER_REJECTED naming the
 * namespace's setting for a client that is not accepted, and the retryable ones for everything that passes.
 */
export function toRefusal(
  { name, config }: OAuthVendor,
  { status, headers }: Response,
  text: string,
  secrets: readonly string[],
): AppError {
  const said = refusal.safeParse(parseJson(text)).data;
  const { error: code = '' } = said ?? {};
  const hasEnded = endedGrants.includes(code) || unknownToken.test(text);
  const isForeign = !said && !hasEnded;
  const words = said ? [code, said.error_description].filter(Boolean).join(': ') : `status ${status}`;
  const reason = isForeign ? foreignAnswer(status) : words;
  const common = commonVerdicts(name);
  const isClient = refusedClients.includes(code) || status === 401;
  const verdictOf = (): Verdict => {
    if (status === 429) return common.rate;
    if (isForeign || status >= 500 || status === 408 || passing.includes(code)) return common.vendor;
    if (hasEnded && !refusedClients.includes(code))
      return {
        code: 'CONNECTION_UNAUTHORIZED',
        sentence: `${name} does not accept the authorization any more`,
      };
    const sentence = `${name} refuses the OAuth client of the namespace`;
    return { code: 'PROVIDER_REJECTED', sentence, setting: isClient ? `${config}.clientSecret` : config };
  };
  return refusalError({ status, headers }, verdictOf(), { reason, secrets, hidesKeys: false });
}

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

/** Returns the header of a client's id and secret, which are form-encoded before they are joined: RFC 6749, 2.3.1. */
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
