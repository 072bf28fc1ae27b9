import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import type { OAuthVendor } from './vendor.ts';

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
