import { findApiKey, type Principal } from '@docfleet/domain/api-key';
import { findOrganization } from '@docfleet/domain/organization';
import { AppError } from '@docfleet/errors';
import type { Express, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { isKey } from '../http/authenticate.ts';
import type { GatewayContext } from '../http/context.ts';
import { invalidInput, issuesOf } from '../http/issues.ts';
import { readJsonBody } from '../http/json-body.ts';
import { limitAddress, limitCaller } from '../http/limit-rate.ts';
import { isOwnPage } from '../http/own-page.ts';
import { sendError } from '../http/send-error.ts';
import {
  type ConsoleSession,
  endedSessionCookie,
  readSession,
  sessionCookie,
  sessionSeconds,
} from '../http/session-cookie.ts';
import { spendSignInCode } from './sign-in-code.ts';

const path = '/console/session';
const maxBytes = 2_000;
const credentials = z.union([
  z.strictObject({ apiKey: z.string().trim() }),
  z.strictObject({ code: z.string().max(100) }),
]);

type Result = (context: GatewayContext, request: Request, response: Response) => Promise<void>;

/** Who the key belongs to, within the limits that hold for every request. */
async function admit(
  context: GatewayContext,
  request: Request,
  response: Response,
  apiKey: string | undefined,
): Promise<Principal | undefined> {
  const caller = apiKey !== undefined && isKey(apiKey) ? await context.authenticate(apiKey) : undefined;
  if (caller) await limitCaller(response, context, caller);
  else await limitAddress(request, response, context);
  return caller;
}

async function sendSession(
  { database, limits }: GatewayContext,
  response: Response,
  { caller, session }: { caller: Principal; session: ConsoleSession },
): Promise<void> {
  const { organizationId, apiKeyId, scopes } = caller;
  const key = await findApiKey(database, organizationId, apiKeyId);
  const organization = await findOrganization(database, organizationId);
  const data = {
    apiKey: { id: apiKeyId, name: key.name, scopes },
    organization: { id: organizationId, name: organization?.name ?? '' },
    expiresAt: new Date(session.expiresAt).toISOString(),
    limits: { fileBytes: limits.fileBytes },
  };
  response.json({ success: true, message: 'You are signed in', data });
}

async function readCredentials(context: GatewayContext, request: Request, response: Response) {
  const parsed = credentials.safeParse(await readJsonBody(request, response, maxBytes));
  if (!parsed.success) throw invalidInput(issuesOf(parsed.error), { default: 'INVALID_REQUEST' });
  return 'code' in parsed.data ? await spendSignInCode(context, parsed.data.code) : parsed.data.apiKey;
}

const signIn: Result = async (context, request, response) => {
  const apiKey = await readCredentials(context, request, response);
  const caller = await admit(context, request, response, apiKey);
  if (!caller || apiKey === undefined)
    throw new AppError(
      'UNAUTHORIZED',
      'This is not good to sign in with: it is wrong, used, revoked or too old',
    );
  const session = { apiKey, expiresAt: Date.now() + sessionSeconds * 1_000 };
  response.setHeader('Set-Cookie', sessionCookie(request, context, session));
  await sendSession(context, response, { caller, session });
};

const describeSession: Result = async (context, request, response) => {
  const session = readSession(request, context);
  const caller = await admit(context, request, response, session?.apiKey);
  if (!caller || !session) throw new AppError('UNAUTHORIZED', 'There is no session: sign in first');
  await sendSession(context, response, { caller, session });
};

const signOut: Result = async (context, request, response) => {
  await limitAddress(request, response, context);
  response.setHeader('Set-Cookie', endedSessionCookie(request, context));
  response.json({ success: true, message: 'You are signed out', data: {} });
};

/** Signing in to the console with a key, or with the code of a link; who is signed in; signing out. */
export function serveSession(app: Express, context: GatewayContext): void {
  const handle =
    (result: Result): RequestHandler =>
    async (request, response) => {
      response.locals['route'] = path;
      response.setHeader('Cache-Control', 'no-store');
      try {
        if (!isOwnPage(request, context.publicUrl)) {
          await limitAddress(request, response, context);
          throw new AppError('FORBIDDEN', "Only the console's own pages may ask this");
        }
        await result(context, request, response);
      } catch (cause) {
        sendError(request, response, { cause, logger: context.logger, failed: 'INTERNAL_ERROR' });
      }
    };
  app.post(path, handle(signIn));
  app.get(path, handle(describeSession));
  app.delete(path, handle(signOut));
}
