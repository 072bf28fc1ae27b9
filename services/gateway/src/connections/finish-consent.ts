import { vendorOf } from '@docfleet/connectors';
import {
  activateConnection,
  type Connection,
  failAuthorization,
  type TakenAuthorization,
} from '@docfleet/domain/connection';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { clientOf, exchangeCode, missingScopes, type OAuthVendor } from '@docfleet/oauth';
import type { GatewayContext } from '../http/context.ts';
import { observeVendor } from './observe-vendor.ts';

/** What a vendor sent the user back with. */
export interface ConsentResponse {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
}

/** Why there are no tokens, and whether consenting again cannot resolve it. */
interface Problem {
  readonly reason: string;
  readonly isFault: boolean;
}

const again = 'authorize the connection again';
const refused = (reason: string): Problem => ({ reason, isFault: false });

function problemOfResponse({ name }: OAuthVendor, { code, error }: ConsentResponse): Problem | undefined {
  if (error === 'access_denied') return refused(`The consent was denied at ${name}: ${again}, and allow it`);
  // Its text is not shown: the author of the link chose it.
  if (error !== undefined) return refused(`${name} did not grant access: ${again}`);
  if (!code) return refused(`${name} sent no code: ${again}`);
  return undefined;
}

function problemOfFailure({ name }: OAuthVendor, failure: unknown): Problem {
  if (!(failure instanceof AppError)) throw failure;
  const { message, details } = failure;
  if (failure.code === 'CONNECTION_UNAUTHORIZED')
    return refused(`${name} did not accept its own code: ${again}`);
  const setting = details.setting ? ` (the namespace's ${details.setting} must be corrected)` : '';
  const said = details.reason ? `: ${details.reason}` : '';
  return { reason: `${message}${said}${setting}; then ${again}`, isFault: true };
}

/** Exchanges the code and stores the tokens; returns the reason when that failed. */
async function exchange(
  context: GatewayContext,
  vendor: OAuthVendor,
  { connection, clientId, redirectUri, codeVerifier }: TakenAuthorization,
  code: string,
): Promise<Connection | Problem | undefined> {
  const { database, vault, providerSettings } = context;
  const settings = await readNamespaceSettings(database, vault, connection.namespaceId);
  const client = settings && clientOf(settings.configs, vendor);
  if (client?.clientId !== clientId)
    return { reason: `The namespace's ${vendor.config} was changed meanwhile: ${again}`, isFault: true };
  const grant = { client, code, redirectUri, codeVerifier };
  const { tokens, scopes } = await observeVendor(context, connection.connector)('exchangeCode', () =>
    exchangeCode(vendor, grant, { fetch: providerSettings.egress.fetch }),
  );
  const missing = missingScopes(vendor, scopes);
  if (missing.length > 0)
    return refused(
      `${vendor.name} was not allowed what is needed (${missing.join(', ')}): ${again}, with all boxes ticked`,
    );
  if (vendor.needsRefreshToken && tokens.refreshToken === null)
    return refused(`${vendor.name} granted no offline access: ${again}`);
  return activateConnection(database, vault, { connectionId: connection.id, clientId, tokens });
}

/** Ends a consent: the connection as it is then, and what went wrong if anything did. */
export async function finishConsent(
  context: GatewayContext,
  taken: TakenAuthorization,
  response: ConsentResponse,
): Promise<{ connection: Connection; problem: string | undefined }> {
  const vendor = vendorOf(taken.connection.connector, context.oauthOverrides);
  const outcome =
    problemOfResponse(vendor, response) ??
    (await exchange(context, vendor, taken, response.code ?? '').catch((failure: unknown) => {
      context.logger.warn({ error: failure, connectionId: taken.connectionId }, 'a code was not exchanged');
      return problemOfFailure(vendor, failure);
    }));
  if (!outcome) return { connection: taken.connection, problem: 'The connection was removed meanwhile' };
  if (!('reason' in outcome)) return { connection: outcome, problem: undefined };
  const failed = await failAuthorization(context.database, { id: taken.connectionId, ...outcome });
  return { connection: failed ?? taken.connection, problem: outcome.reason };
}
