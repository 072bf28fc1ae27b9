import { type PageResponse, pageResponse } from '@docfleet/api/route';
import { pickerOf, vendorOf } from '@docfleet/connectors';
import {
  activateConnection,
  beginSelection,
  type Connection,
  failAuthorization,
  type TakenAuthorization,
  takeAuthorization,
} from '@docfleet/domain/connection';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { clientOf, exchangeCode, missingScopes, type OAuthVendor } from '@docfleet/oauth';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { route } from '../../http/route.ts';
import { selectionCookie, selectionUrl } from '../../selection/session-cookie.ts';
import { callbackPath, outcomePage, redirectTarget } from '../consent.ts';
import { observeVendor } from '../open-account.ts';

/** Query parameters with which a vendor redirects the user back: an authorization code, or an OAuth error code. */
interface ConsentResponse {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
}

/** Reason why no tokens were obtained. `isFault`: another consent alone does not resolve it. */
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

/**
 * Exchanges the code and stores the tokens. Returns the connection, the problem when that failed, or undefined when the connection no
 * longer exists.
 */
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

/** Ends a consent; returns the updated connection, and the problem if there was one. */
async function finishConsent(
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

const maxParameterLength = 4_096;
const parameter = (description: string, example: string) =>
  z
    .string()
    .max(maxParameterLength)
    .optional()
    .describe(description)
    .meta({ examples: [example] });

/** Query parameters that are read of a vendor's redirect; scopes, issuer and others are ignored. */
const callbackQuery = z.object({
  state: parameter('What the address of the consent was given', 'kJ3vYx0cQ1o'),
  code: parameter('What the vendor exchanges for tokens', 'SplxlOBeZQQYbYS6WxSbIA'),
  error: parameter('Why there is no code', 'access_denied'),
});

/** Redirects the user to the page that selects what the connection reads. The address holds no secret; a cookie authenticates the browser. */
async function toSelection(
  { database }: GatewayContext,
  origin: string,
  { id }: Connection,
): Promise<PageResponse> {
  const redirectTo = selectionUrl(origin, id);
  return { redirectTo, cookie: selectionCookie(redirectTo, await beginSelection(database, id)) };
}

export const connectionCallbackRoute = route({
  method: 'get',
  path: callbackPath,
  summary: 'Take the user back from a vendor',
  description:
    'The redirect URI of every connector: register it with your OAuth clients. Each `state` works once. The user is sent on to the `clientRedirectUrl` of the connection, else to a page that says what happened and, where the vendor has a file picker, lets them choose what is read.',
  tags: ['Connections'],
  scope: 'public',
  query: callbackQuery,
  response: pageResponse,
  errors: [],

  async handle({ query: { state = '', ...answer }, origin }, context) {
    const taken = await takeAuthorization(context.database, context.vault, state);
    if (!taken)
      return outcomePage(
        410,
        'This link does not work any more',
        'It has been used already, or it is too old. Go back to where you came from and connect again.',
      );
    const { connection, problem } = await finishConsent(context, taken, answer);
    const redirectTo = redirectTarget(connection, context);
    if (redirectTo !== undefined) return { redirectTo };
    const { name } = vendorOf(connection.connector, context.oauthOverrides);
    if (problem !== undefined) return outcomePage(200, `${name} is not connected`, `${problem}.`);
    if (pickerOf(connection.connector)) return toSelection(context, origin, connection);
    return outcomePage(200, `${name} is connected`, 'You can close this page.');
  },
});
