import type { StubRequest, StubResponse } from '../../stub-server.ts';
import type { Grants } from './grants.ts';
import type { OAuthProfile } from './profiles.ts';

const asHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const refuse = (message: string): StubResponse => ({
  status: 400,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>Error</title><h1>Error 400</h1><p>${asHtml(message)}</p>`,
});

/** Returns the problem of a consent request, which a vendor shows to the user and not to the application; undefined for a valid one. */
function problemOf(profile: OAuthProfile, clientId: string, { query }: StubRequest): string | undefined {
  if (query.get('client_id') !== clientId) return 'The OAuth client was not found.';
  if (query.get('response_type') !== 'code') return 'unsupported_response_type';
  if (!query.get('redirect_uri')) return 'redirect_uri_mismatch';
  for (const [name, value] of Object.entries(profile.requiredParameters))
    if (query.get(name) !== value) return `${name} must be ${value}`;
  const challenged = query.has('code_challenge');
  if (challenged && !profile.knowsPkce) return 'code_challenge is not supported';
  if (challenged && query.get('code_challenge_method') !== 'S256')
    return 'code_challenge_method must be S256';
  return undefined;
}

/** Responds with the consent page: each scope can be deselected, and both buttons lead back to the application. */
export function showConsent(profile: OAuthProfile, clientId: string, request: StubRequest): StubResponse {
  const problem = problemOf(profile, clientId, request);
  if (problem) return refuse(problem);
  const kept = [...request.query]
    .filter(([name]) => name !== 'scope')
    .map(([name, value]) => `<input type="hidden" name="${asHtml(name)}" value="${asHtml(value)}">`);
  const scopes = (request.query.get('scope') ?? '').split(' ').filter(Boolean);
  const boxes = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="granted" value="${asHtml(scope)}" checked> ${asHtml(scope)}</label>`,
  );
  return {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><title>Consent</title><form method="post" action="${request.path}/decision">
${kept.join('\n')}
${boxes.join('\n')}
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`,
  };
}

/** Responds to the form of `showConsent` with the redirect to the application. */
export function decide(grants: Grants, { body }: StubRequest): StubResponse {
  const form = new URLSearchParams(body);
  const target = new URL(form.get('redirect_uri') ?? '');
  const state = form.get('state');
  if (state !== null) target.searchParams.set('state', state);
  if (form.get('decision') === 'allow') {
    const challenge = form.get('code_challenge') ?? undefined;
    const code = grants.consent(form.getAll('granted'), form.get('redirect_uri') ?? '', challenge);
    target.searchParams.set('code', code);
  } else {
    target.searchParams.set('error', 'access_denied');
    target.searchParams.set('error_description', 'The user denied the request');
  }
  return { status: 302, headers: { location: target.href } };
}
