import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../../stub-server.ts';
import { sendFaulty, type VendorFault } from '../vendor-fault.ts';
import { decide, showConsent } from './consent-page.ts';
import { createGrants } from './grants.ts';
import { type OAuthProfile, type OAuthProfileName, oauthProfiles } from './profiles.ts';
import { type RegisteredClient, respondRevocation, respondToken } from './token-endpoint.ts';

/** Decision of a user on the consent page. */
type Decision = 'allow' | 'deny' | { readonly untick: string };

export interface OAuthServerOptions {
  /** Returns the fault of a request to the token endpoint, if any. */
  readonly fault?: (request: StubRequest) => VendorFault | undefined;
  /** Id of the only Microsoft tenant that the application is registered for; the common endpoint refuses it. */
  readonly tenantId?: string;
  /** Differences from the vendor's own behavior. */
  readonly changes?: Partial<OAuthProfile>;
}

export interface OAuthServer extends StubServer {
  readonly client: RegisteredClient;
  /** Addresses of this server in the form of the operator's settings that replace the vendor's own. */
  readonly endpoints: {
    readonly authorizeUrl: string;
    readonly tokenUrl: string;
    readonly revokeUrl?: string;
  };
  /** Opens the consent page as a user's browser does, decides, and returns the address that the browser is redirected to. */
  consent(authorizationUrl: string, decision?: Decision): Promise<string>;
  /** Requests to the token endpoint of one grant type. */
  tokenRequests(grantType: 'authorization_code' | 'refresh_token'): StubRequest[];
  /** Whether a token is good; with `narrow`, one that was given for those scopes alone. */
  accepts(accessToken: string, narrow?: string): boolean;
  hasRefreshToken(refreshToken: string): boolean;
  /** Ends all grants, as users do who disconnect the application in the vendor's settings. */
  endAllGrants(): void;
}

/** Names and values of the inputs of a form, as a browser would send them. */
function fieldsOf(page: string, decision: Decision): URLSearchParams {
  const fromHtml = (text: string) =>
    text.replace(/&#(\d+);/g, (_match, number: string) => String.fromCharCode(Number(number)));
  const inputs = [...page.matchAll(/<input type="(?:hidden|checkbox)" name="([^"]*)" value="([^"]*)"/g)];
  const fields = inputs.map(([, name = '', value = '']) => [fromHtml(name), fromHtml(value)] as const);
  const unticked = typeof decision === 'object' ? decision.untick : undefined;
  const sent = fields.filter(([name, value]) => !(name === 'granted' && value === unticked));
  const body = new URLSearchParams({ decision: decision === 'deny' ? 'deny' : 'allow' });
  for (const [name, value] of sent) body.append(name, value);
  return body;
}

async function consentAsBrowser(authorizationUrl: string, decision: Decision): Promise<string> {
  const page = await fetch(authorizationUrl);
  const text = await page.text();
  if (!page.ok) throw new Error(`The vendor shows no consent: ${text}`);
  const action = /action="([^"]+)"/.exec(text)?.[1] ?? '';
  const body = fieldsOf(text, decision);
  const decided = await fetch(new URL(action, authorizationUrl), {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  return decided.headers.get('location') ?? '';
}

const wrongTenant: StubResponse = {
  status: 400,
  body: {
    error: 'invalid_request',
    error_description:
      "AADSTS50194: Application 'client' is not configured as a multi-tenant application. Usage of the /common endpoint is not supported for such apps created after '10/15/2018'.",
    error_codes: [50_194],
  },
};

interface Answering {
  readonly profile: OAuthProfile;
  readonly client: RegisteredClient;
  readonly grants: ReturnType<typeof createGrants>;
  readonly tenantId: string | undefined;
}

/** Returns the handler of the server's requests. */
function answersOf({ profile, client, grants, tenantId }: Answering) {
  return (asked: StubRequest): StubResponse => {
    const isCommon = asked.path.startsWith('/common/');
    // The form of the consent page leads back to where the profile has it.
    if (tenantId !== undefined && isCommon && !asked.path.endsWith('/decision')) return wrongTenant;
    const path = tenantId === undefined ? asked.path : asked.path.replace(`/${tenantId}/`, '/common/');
    const request = { ...asked, path };
    const { method } = request;
    if (method === 'GET' && path === profile.authorizePath)
      return showConsent(profile, client.clientId, request);
    if (method === 'POST' && path === `${profile.authorizePath}/decision`) return decide(grants, request);
    // Microsoft's personal accounts have the same endpoint under another name.
    if (method === 'POST' && path.replace('/consumers/', '/common/') === profile.tokenPath)
      return respondToken(profile, { client, grants }, request);
    if (method === 'POST' && path === profile.revokePath)
      return respondRevocation(profile, { client, grants }, request);
    return { status: 404, body: { error: 'not_found' } };
  };
}

/** Starts a vendor's authorization server, with its consent page, its tokens and its deviations from the standard. */
export async function startOAuthServer(
  name: OAuthProfileName,
  { fault, tenantId, changes = {} }: OAuthServerOptions = {},
): Promise<OAuthServer> {
  const profile: OAuthProfile = { ...oauthProfiles[name], ...changes };
  const client = {
    clientId: `client-of-${name.toLowerCase()}`,
    clientSecret: `secret-of-${name.toLowerCase()}`,
  };
  const grants = createGrants(profile);

  const answer = answersOf({ profile, client, grants, tenantId });
  const server = await startStubServer((request, response) => {
    const wrong = request.path === profile.tokenPath ? fault?.(request) : undefined;
    if (wrong?.kind === 'status')
      return {
        status: wrong.status,
        body: wrong.body ?? 'unavailable',
        ...(wrong.headers && { headers: wrong.headers }),
      };
    const reply = answer(request);
    return sendFaulty(reply, wrong, response);
  });
  return {
    ...server,
    client,
    endpoints: {
      authorizeUrl: server.url + profile.authorizePath,
      tokenUrl: server.url + profile.tokenPath,
      ...(profile.revokePath && { revokeUrl: server.url + profile.revokePath }),
    },
    consent: (url, decision = 'allow') => consentAsBrowser(url, decision),
    tokenRequests: (grantType) =>
      server.requests.filter(({ path, body }) => path === profile.tokenPath && body.includes(grantType)),
    accepts: grants.accepts,
    hasRefreshToken: grants.hasRefreshToken,
    endAllGrants: grants.endAll,
  };
}
