import { type PageResponse, pageResponse } from '@docfleet/api/route';
import { pickerOf, vendorOf } from '@docfleet/connectors';
import { beginSelection, type Connection, takeAuthorization } from '@docfleet/domain/connection';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { route } from '../../http/route.ts';
import { selectionCookie, selectionUrl } from '../../selection/session-cookie.ts';
import { callbackPath } from '../begin-consent.ts';
import { finishConsent } from '../finish-consent.ts';
import { outcomePage } from '../outcome-page.ts';
import { redirectTarget } from '../redirect-url.ts';

const maxParameterLength = 4_096;
const parameter = (description: string, example: string) =>
  z
    .string()
    .max(maxParameterLength)
    .optional()
    .describe(description)
    .meta({ examples: [example] });

/** What else vendors send along (scopes, issuer) is of no use. */
const callbackQuery = z.object({
  state: parameter('What the address of the consent was given', 'kJ3vYx0cQ1o'),
  code: parameter('What the vendor exchanges for tokens', 'SplxlOBeZQQYbYS6WxSbIA'),
  error: parameter('Why there is no code', 'access_denied'),
});

/** The page where the user continues and selects what the connection reads. The address holds no secret; the browser's cookie is the key. */
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
  status: 200,
  response: pageResponse,
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

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
