import type { AppError } from '@docfleet/errors';
import { commonVerdicts, parseJson, refusalError, type Verdict } from '@docfleet/provider';
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
