import { retryAfterMs } from '@docfleet/egress';
import { AppError, type ErrorDetails } from '@docfleet/errors';
import { z } from 'zod';
import type { OAuthVendor } from './vendor.ts';

/** RFC 6749, 5.2: the grant is no longer good. The others are how Microsoft says that its user has to authorize again. */
const endedGrants = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];
/** The client itself is not accepted. */
const refusedClients = ['invalid_client', 'unauthorized_client'];

const refusal = z.object({
  error: z.string(),
  error_description: z.string().optional().catch(undefined),
});

const longestReason = 300;

/** What the vendor said, without what it was sent, as one short line. */
function reasonOf(text: string, status: number, secrets: readonly string[]) {
  let said: z.output<typeof refusal> | undefined;
  try {
    said = refusal.safeParse(JSON.parse(text)).data;
  } catch {
    said = undefined;
  }
  const plain = said ? [said.error, said.error_description].filter(Boolean).join(': ') : `status ${status}`;
  const safe = secrets
    .filter((secret) => secret.length > 0)
    .reduce((line, secret) => line.replaceAll(secret, '****'), plain);
  return { code: said?.error, reason: safe.replace(/\s+/g, ' ').slice(0, longestReason) };
}

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
  const { code, reason } = reasonOf(text, status, secrets);
  const wait = retryAfterMs(headers);
  const details: ErrorDetails = { reason, ...(wait !== undefined && { retryAfterMs: wait }) };
  if (status === 429)
    return new AppError('PROVIDER_RATE_LIMITED', `${name} asks for fewer requests`, { details });
  if (status >= 500 || status === 408 || code === 'temporarily_unavailable')
    return new AppError('PROVIDER_UNAVAILABLE', `${name} cannot answer now`, { details });
  // Atlassian says it without a code, too.
  const hasEnded = endedGrants.includes(code ?? '') || /unknown or invalid refresh token/i.test(text);
  if (hasEnded && !refusedClients.includes(code ?? ''))
    return new AppError('CONNECTION_UNAUTHORIZED', `${name} does not accept the authorization any more`, {
      details: { reason },
    });
  const isClient = refusedClients.includes(code ?? '') || status === 401;
  return new AppError('PROVIDER_REJECTED', `${name} refuses the OAuth client of the namespace`, {
    details: { reason, setting: isClient ? `${config}.clientSecret` : config },
  });
}
