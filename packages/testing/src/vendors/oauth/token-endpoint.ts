import type { StubRequest, StubResponse } from '../../stub-server.ts';
import type { Grants } from './grants.ts';
import type { OAuthProfile } from './profiles.ts';

export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

const refuse = (status: number, error: string, description: string): StubResponse => ({
  status,
  body: { error, error_description: description },
});

type Fields = Readonly<Record<string, string | undefined>>;

/** Returns the fields of a body in the format that the vendor reads; undefined for another format. */
function readFields(format: 'form' | 'json', request: StubRequest): Fields | undefined {
  const type = request.headers['content-type'] ?? '';
  if (format === 'json')
    return type.startsWith('application/json')
      ? ((request.json ?? undefined) as Fields | undefined)
      : undefined;
  if (!type.startsWith('application/x-www-form-urlencoded')) return undefined;
  return Object.fromEntries(new URLSearchParams(request.body));
}

/** Whether the request proves to be the client's, in the way that the vendor wants. */
function isClient(
  { clientAuthentication }: OAuthProfile,
  client: RegisteredClient,
  request: StubRequest,
  fields: Fields,
): boolean {
  const { clientId, clientSecret } = client;
  if (clientAuthentication === 'body')
    return fields['client_id'] === clientId && fields['client_secret'] === clientSecret;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return request.headers.authorization === `Basic ${basic}`;
}

const exchanges = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Whether a scope of a refresh names another host than the consent did, or is one of the personal accounts' own. */
const isNarrow = (scope: string) =>
  /^https:\/\/\S+\/\.default$|^http:\/\/127\.\S+\/\.default$|^OneDrive\./.test(scope);

function grantOf({ narrowsBy }: OAuthProfile, grants: Grants, fields: Fields) {
  const { grant_type: type, scope = '' } = fields;
  if (type === exchanges) return grants.narrow(fields['subject_token'] ?? '', scope);
  if (type === 'refresh_token')
    return grants.refresh(
      fields['refresh_token'] ?? '',
      narrowsBy === 'refresh' && isNarrow(scope) ? scope : undefined,
    );
  return grants.exchange(fields['code'] ?? '', fields['redirect_uri'] ?? '', fields['code_verifier']);
}

/** Responds to a token request by RFC 6749, 4.1.3 and 6, with the vendor's deviations. */
export function respondToken(
  profile: OAuthProfile,
  { client, grants }: { client: RegisteredClient; grants: Grants },
  request: StubRequest,
): StubResponse {
  const fields = readFields(profile.tokenBody, request);
  if (!fields) return refuse(400, 'invalid_request', `The body must be ${profile.tokenBody}`);
  if (!isClient(profile, client, request, fields))
    return refuse(401, 'invalid_client', 'The client is not known, or its secret is wrong');
  const grantType = fields['grant_type'] ?? '';
  const known = [
    'authorization_code',
    'refresh_token',
    ...(profile.narrowsBy === 'exchange' ? [exchanges] : []),
  ];
  if (!known.includes(grantType)) return refuse(400, 'unsupported_grant_type', grantType);
  const given = grantOf(profile, grants, fields);
  if (!given) {
    // Some repeat what they were sent.
    const sent = fields['refresh_token'] ?? fields['subject_token'] ?? fields['code'];
    return refuse(profile.endedGrantStatus, 'invalid_grant', `The grant ${sent} has expired or was revoked`);
  }
  return {
    body: {
      access_token: given.access,
      token_type: 'bearer',
      ...(given.refresh && { refresh_token: given.refresh }),
      ...(profile.accessTokenSeconds && { expires_in: profile.accessTokenSeconds }),
      ...(profile.returnsScopes && { scope: given.grant.scopes.join(' ') }),
    },
  };
}

/** Ends a grant, for requests in the vendor's way. */
export function respondRevocation(
  profile: OAuthProfile,
  { client, grants }: { client: RegisteredClient; grants: Grants },
  request: StubRequest,
): StubResponse {
  const { revocation } = profile;
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (revocation === 'bearer')
    return bearer && request.body === '' && grants.revoke(bearer)
      ? { body: 'null' }
      : refuse(401, 'invalid_access_token', 'The token is not valid');
  const fields = readFields(revocation === 'basic-json' ? 'json' : 'form', request);
  if (!fields) return refuse(400, 'invalid_request', 'The body cannot be read');
  if (revocation !== 'form' && !isClient(profile, client, request, fields))
    return refuse(401, 'invalid_client', 'The client is not known');
  return grants.revoke(fields['token'] ?? '') ? { body: {} } : refuse(400, 'invalid_token', 'Token revoked');
}
