import { retryAfterMs } from '@docfleet/egress';
import { AppError, type ErrorDetails } from '@docfleet/errors';
import { z } from 'zod';
import type { OAuthVendor } from './vendor.ts';

/** RFC 6749, 5.2: the grant is no longer good. The others are how Microsoft says that its user has to authorize again. */
const endedGrants = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];
/** The client itself is not accepted. */
const refusedClients = ['invalid_client', 'unauthorized_client'];
/** RFC 6749, 4.1.2.1: the server is to blame, whatever the status says. */
const passing = ['temporarily_unavailable', 'server_error'];

const refusal = z.object({
  error: z.string(),
  error_description: z.string().optional().catch(undefined),
});

const maxReasonLength = 300;

function parse(text: string): z.output<typeof refusal> | undefined {
  try {
    return refusal.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The vendor's words without what it was sent, as one short line. */
function shown(words: string, secrets: readonly string[]): string {
  const safe = secrets
    .filter((secret) => secret.length > 0)
    .reduce((line, secret) => line.replaceAll(secret, '****'), words);
  return safe.replace(/\s+/g, ' ').slice(0, maxReasonLength);
}

/** Atlassian refuses a refresh token without a code, too. */
const unknownToken = /unknown or invalid refresh token/i;

/** A refusal comes as JSON with a code (RFC 6749, 5.2): whatever else answers in the vendor's place says nothing of the client or the grant. */
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
  const said = parse(text);
  const { error: code = '' } = said ?? {};
  const hasEnded = endedGrants.includes(code) || unknownToken.test(text);
  const isForeign = !said && !hasEnded;
  const words = said ? [code, said.error_description].filter(Boolean).join(': ') : `status ${status}`;
  const reason = isForeign ? foreignAnswer(status) : shown(words, secrets);
  const wait = retryAfterMs(headers);
  const details: ErrorDetails = { reason, ...(wait !== undefined && { retryAfterMs: wait }) };
  if (status === 429)
    return new AppError('PROVIDER_RATE_LIMITED', `${name} asks for fewer requests`, { details });
  if (isForeign || status >= 500 || status === 408 || passing.includes(code))
    return new AppError('PROVIDER_UNAVAILABLE', `${name} cannot answer now`, { details });
  if (hasEnded && !refusedClients.includes(code))
    return new AppError('CONNECTION_UNAUTHORIZED', `${name} does not accept the authorization any more`, {
      details: { reason },
    });
  const isClient = refusedClients.includes(code) || status === 401;
  return new AppError('PROVIDER_REJECTED', `${name} refuses the OAuth client of the namespace`, {
    details: { reason, setting: isClient ? `${config}.clientSecret` : config },
  });
}
