import { explainRefusal, findApiKey, type Principal } from '@docfleet/domain/api-key';
import { recordAuditEvent } from '@docfleet/domain/audit-event';
import {
  endConsoleSession,
  findOrganization,
  listConsoleSessions,
  openConsoleSession,
} from '@docfleet/domain/organization';
import { AppError } from '@docfleet/errors';
import { invalidInput, readWith } from '@docfleet/errors/issues';
import type { Express, Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { isKey } from '../http/authenticate.ts';
import type { GatewayContext } from '../http/context.ts';
import { readJsonBody } from '../http/json-body.ts';
import { limitAddress, limitCaller, refuseBeforeLookup } from '../http/limit-rate.ts';
import { isOwnPage, proxyAdvice } from '../http/origin.ts';
import { sendError } from '../http/send-error.ts';
import {
  type ConsoleSession,
  endedSessionCookie,
  readSession,
  sessionCookie,
  sessionSeconds,
} from '../http/session-cookie.ts';
import { spendSignInCode } from './sign-in-code.ts';

/** Milliseconds for which a session that another process ended may still be accepted. */
const lifetimeMs = 3_000;
const maxSessions = 10_000;

/** Returns a function that caches for a moment whether a session is open, so that requests of the console do not query it each time. */
export function rememberSessions(isOpen: (sessionId: string) => Promise<boolean>) {
  const open = new LRUCache<string, true>({ max: maxSessions, ttl: lifetimeMs });
  return {
    async isSessionOpen(sessionId: string): Promise<boolean> {
      if (open.has(sessionId)) return true;
      const found = await isOpen(sessionId);
      if (found) open.set(sessionId, true);
      return found;
    },
    forgetSession: (sessionId: string) => void open.delete(sessionId),
  };
}

const path = '/console/session';
const maxBytes = 2_000;
const credentials = z.union([
  z.strictObject({ apiKey: z.string().trim() }),
  z.strictObject({ code: z.string().max(100) }),
]);

type Result = (context: GatewayContext, request: Request, response: Response) => Promise<void>;

/**
 * Returns the caller of a key, undefined when it is not valid; counts the request against the rate limits and throws RATE_LIMIT_EXCEEDED
 * above them.
 */
async function admit(
  context: GatewayContext,
  request: Request,
  response: Response,
  apiKey: string | undefined,
): Promise<Principal | undefined> {
  const key = apiKey !== undefined && isKey(apiKey) ? apiKey : undefined;
  await refuseBeforeLookup(request, response, context, key);
  const caller = key === undefined ? undefined : await context.authenticate(key);
  if (caller) await limitCaller(response, context, caller);
  else await limitAddress(request, response, context);
  return caller;
}

async function sendSession(
  { database, extensions, limits }: GatewayContext,
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
    extensions,
  };
  response.json({ success: true, message: 'You are signed in', data });
}

async function readCredentials(context: GatewayContext, request: Request, response: Response) {
  const read = readWith(credentials, await readJsonBody(request, response, maxBytes));
  if ('issues' in read) throw invalidInput(read.issues, { default: 'INVALID_REQUEST' });
  return 'code' in read.data ? await spendSignInCode(context, read.data.code) : read.data.apiKey;
}

const recordSession = (
  { database }: GatewayContext,
  { organizationId, apiKeyId }: Principal,
  action: 'console.signed_in' | 'console.signed_out',
) =>
  recordAuditEvent(
    database,
    { organizationId, apiKeyId },
    { action, targetType: 'api_key', targetId: apiKeyId },
  );

/** Maximum of refusals of one key that are recorded a minute: repeated ones must not fill its organization's audit trail. */
const recordedPerMinute = 6;

/** Records in the audit trail that a wrong, revoked or expired key was refused. A text that matches no key is only logged. */
async function recordRefusal({ database, rateLimiter, logger }: GatewayContext, presented: string) {
  const refused = await explainRefusal(database, presented);
  if (!refused) return logger.info('a sign-in to the console was refused');
  const { organizationId, apiKeyId, reason } = refused;
  const { allowed } = await rateLimiter.take(`refused-sign-in:${apiKeyId}`, recordedPerMinute);
  if (!allowed) return;
  const change = { action: 'console.sign_in_refused', targetType: 'api_key', targetId: apiKeyId } as const;
  await recordAuditEvent(database, { organizationId, apiKeyId: null }, { ...change, details: { reason } });
}

const signIn: Result = async (context, request, response) => {
  // Before the body is read: many slow ones would cost more than a look-up.
  await limitAddress(request, response, context);
  const apiKey = await readCredentials(context, request, response);
  const caller = await admit(context, request, response, apiKey);
  if (!caller || apiKey === undefined) {
    await recordRefusal(context, apiKey ?? '');
    throw new AppError(
      'UNAUTHORIZED',
      'The API key or link is not valid: it is wrong, used, revoked or expired',
    );
  }
  const expiresAt = Date.now() + sessionSeconds * 1_000;
  const id = await openConsoleSession(context.database, {
    organizationId: caller.organizationId,
    apiKeyId: caller.apiKeyId,
    userAgent: request.get('user-agent') ?? '',
    expiresAt: new Date(Date.now() + context.consoleIdleMs),
  });
  await recordSession(context, caller, 'console.signed_in');
  const session = { id, apiKey, expiresAt };
  response.setHeader('Set-Cookie', sessionCookie(request, context, session));
  await sendSession(context, response, { caller, session });
};

/** Returns the caller of an open session; throws UNAUTHORIZED. */
async function requireSession(context: GatewayContext, request: Request, response: Response) {
  const session = readSession(request, context);
  const isOpen = session !== undefined && (await context.isSessionOpen(session.id));
  const caller = await admit(context, request, response, isOpen ? session.apiKey : undefined);
  if (!caller || !session) throw new AppError('UNAUTHORIZED', 'There is no session: sign in first');
  return { caller, session };
}

const describeSession: Result = async (context, request, response) =>
  sendSession(context, response, await requireSession(context, request, response));

const signOut: Result = async (context, request, response) => {
  await limitAddress(request, response, context);
  const session = readSession(request, context);
  const caller = session && (await context.authenticate(session.apiKey));
  if (session && caller) {
    await endConsoleSession(context.database, caller.organizationId, session.id);
    await recordSession(context, caller, 'console.signed_out');
  }
  if (session) context.forgetSession(session.id);
  response.setHeader('Set-Cookie', endedSessionCookie(request, context));
  response.json({ success: true, message: 'You are signed out', data: {} });
};

/** Lists the open sessions: of the whole organization for an admin, else of the caller's own key. */
const listSessions: Result = async (context, request, response) => {
  const { caller, session } = await requireSession(context, request, response);
  const isAdmin = caller.scopes.includes('admin');
  const sessions = await listConsoleSessions(context.database, caller.organizationId);
  const shown = sessions.filter(({ apiKeyId }) => isAdmin || apiKeyId === caller.apiKeyId);
  const data = shown.map(({ id, apiKeyId, userAgent, createdAt, expiresAt }) => ({
    id,
    apiKeyId,
    userAgent,
    createdAt,
    expiresAt,
    isCurrent: id === session.id,
  }));
  response.json({ success: true, message: 'The open sessions', data: { sessions: data } });
};

const endSession: Result = async (context, request, response) => {
  const { caller } = await requireSession(context, request, response);
  const { database } = context;
  const id = String(request.params['id']);
  const sessions = await listConsoleSessions(database, caller.organizationId);
  const wanted = sessions.find((session) => session.id === id);
  const mayEnd = wanted && (caller.scopes.includes('admin') || wanted.apiKeyId === caller.apiKeyId);
  if (!mayEnd) throw new AppError('NOT_FOUND', 'There is no such session');
  await endConsoleSession(database, caller.organizationId, id);
  context.forgetSession(id);
  response.json({ success: true, message: 'The session was ended', data: {} });
};

/** Serves the console's requests about sessions: sign-in with a key or with the code of a link, the current session, sign-out, listing and ending. */
export function serveSession(app: Express, context: GatewayContext): void {
  const handle =
    (result: Result): RequestHandler =>
    async (request, response) => {
      response.locals['route'] = path;
      response.setHeader('Cache-Control', 'no-store');
      try {
        if (!isOwnPage(request, context.publicUrl)) {
          await limitAddress(request, response, context);
          const advice = proxyAdvice(request, context.publicUrl);
          throw new AppError('FORBIDDEN', `Only the console's own pages may ask this${advice}`);
        }
        await result(context, request, response);
      } catch (cause) {
        sendError(request, response, { cause, context, failed: 'INTERNAL_ERROR' });
      }
    };
  app.post(path, handle(signIn));
  app.get(path, handle(describeSession));
  app.delete(path, handle(signOut));
  app.get('/console/sessions', handle(listSessions));
  app.delete('/console/sessions/:id', handle(endSession));
}
