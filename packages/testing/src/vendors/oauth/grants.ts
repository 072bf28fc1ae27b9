import { createHash, randomBytes } from 'node:crypto';
import type { OAuthProfile } from './profiles.ts';

/** Consent of a user: its scopes, and whether it has ended. */
interface Grant {
  readonly scopes: readonly string[];
  isOver: boolean;
}

interface Code {
  readonly grant: Grant;
  readonly redirectUri: string;
  readonly challenge: string | undefined;
}

const token = (kind: string) => `${kind}-${randomBytes(24).toString('base64url')}`;
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** Whether a code is redeemed at the address that it was issued for, by the client that requested it. */
function isGood(code: Code | undefined, redirectUri: string, verifier: string | undefined): code is Code {
  if (code?.redirectUri !== redirectUri) return false;
  return !code.challenge || (verifier !== undefined && challengeOf(verifier) === code.challenge);
}

/** Creates the store of an authorization server: codes, tokens and the grants that they belong to. */
export function createGrants({ refreshToken: rotation }: OAuthProfile) {
  const codes = new Map<string, Code>();
  const accessTokens = new Map<string, { grant: Grant; narrow: string | undefined }>();
  const refreshTokens = new Map<string, Grant>();
  const grants = new Set<Grant>();

  function issue(grant: Grant, refresh: boolean, narrow?: string) {
    const access = token('access');
    accessTokens.set(access, { grant, narrow });
    if (!refresh) return { access, refresh: undefined, grant };
    const next = token('refresh');
    refreshTokens.set(next, grant);
    return { access, refresh: next, grant };
  }

  return {
    /** Issues a code for a consent. */
    consent(scopes: readonly string[], redirectUri: string, challenge: string | undefined): string {
      const [grant, code]: [Grant, string] = [{ scopes, isOver: false }, token('code')];
      grants.add(grant);
      codes.set(code, { grant, redirectUri, challenge });
      return code;
    },

    /** Exchanges a code once for tokens, with the redirect address and the PKCE verifier of its consent; undefined for any other. */
    exchange(code: string, redirectUri: string, verifier: string | undefined) {
      const known = codes.get(code);
      codes.delete(code);
      return isGood(known, redirectUri, verifier) ? issue(known.grant, rotation !== 'none') : undefined;
    },

    /** Exchanges a refresh token; `narrow` names scopes other than the grant's that the access token is for. */
    refresh(refreshToken: string, narrow?: string) {
      const grant = refreshTokens.get(refreshToken);
      if (!grant || grant.isOver) return undefined;
      if (rotation === 'single-use') refreshTokens.delete(refreshToken);
      return issue(grant, rotation !== 'kept', narrow);
    },

    /** Issues an access token for `narrow` alone in exchange for an unrestricted one. */
    narrow(access: string, narrow: string) {
      const known = accessTokens.get(access);
      return known && !known.grant.isOver && !known.narrow ? issue(known.grant, false, narrow) : undefined;
    },

    /** Ends the grant of a token; false when there is none. */
    revoke(someToken: string): boolean {
      const grant = accessTokens.get(someToken)?.grant ?? refreshTokens.get(someToken);
      if (!grant || grant.isOver) return false;
      grant.isOver = true;
      return true;
    },

    /** Ends all grants, as a user does in the vendor's settings. */
    endAll() {
      for (const grant of grants) grant.isOver = true;
    },
    /** Whether a resource server takes the token; with `narrow`, one that is for that alone. */
    accepts(access: string, narrow?: string) {
      const known = accessTokens.get(access);
      return known !== undefined && !known.grant.isOver && known.narrow === narrow;
    },
    hasRefreshToken: (refreshToken: string) => refreshTokens.get(refreshToken)?.isOver === false,
  };
}

export type Grants = ReturnType<typeof createGrants>;
