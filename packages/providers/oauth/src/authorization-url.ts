import { createHash, randomBytes } from 'node:crypto';
import type { OAuthVendor } from './vendor.ts';

const verifierBytes = 32;

/** A new PKCE verifier (RFC 7636, 4.1); null for a vendor that knows no PKCE. */
export const createCodeVerifier = ({ usesPkce }: OAuthVendor): string | null =>
  usesPkce ? randomBytes(verifierBytes).toString('base64url') : null;

/** RFC 7636, 4.2: S256. */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly codeVerifier: string | null;
}

/** Returns the address at which a user is asked for consent: RFC 6749, 4.1.1, with the vendor's own parameters. */
export function authorizationUrl(
  { authorizeUrl, authorizeParameters, scopes }: OAuthVendor,
  { clientId, redirectUri, state, codeVerifier }: AuthorizationRequest,
): string {
  const url = new URL(authorizeUrl);
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...authorizeParameters,
    state,
    ...(codeVerifier !== null && {
      code_challenge: challengeOf(codeVerifier),
      code_challenge_method: 'S256',
    }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
