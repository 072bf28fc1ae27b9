import type { ConsoleSessionModel, Database } from '@docfleet/database';
import { createId, isId } from '../database/identifier.ts';

const maxUserAgentLength = 300;

/** Notes a sign-in to the console; returns its id. Sessions that have expired are removed. */
export async function openConsoleSession(
  database: Database,
  session: Pick<ConsoleSessionModel, 'organizationId' | 'apiKeyId' | 'userAgent' | 'expiresAt'>,
): Promise<string> {
  const { organizationId } = session;
  const id = createId();
  await database.$transaction([
    database.consoleSession.deleteMany({ where: { organizationId, expiresAt: { lte: new Date() } } }),
    database.consoleSession.create({
      data: { ...session, id, userAgent: session.userAgent.slice(0, maxUserAgentLength) },
    }),
  ]);
  return id;
}

/** Share of the idle timeout after which another use of a session is recorded. */
const notedShare = 1 / 60;

/**
 * Returns whether a session was neither ended nor has expired, and notes that it is used: it then expires after `idleMs` without another
 * use. The cookie says when it ends however much it is used.
 */
export async function useConsoleSession(database: Database, id: string, idleMs: number): Promise<boolean> {
  if (!isId(id)) return false;
  const now = Date.now();
  const found = await database.consoleSession.findFirst({ where: { id, expiresAt: { gt: new Date(now) } } });
  if (!found) return false;
  const isNoted = found.expiresAt.getTime() > now + idleMs * (1 - notedShare);
  if (!isNoted)
    await database.consoleSession.updateMany({ where: { id }, data: { expiresAt: new Date(now + idleMs) } });
  return true;
}

/** The open sessions of an organization, the newest first. */
export const listConsoleSessions = (
  database: Database,
  organizationId: string,
): Promise<ConsoleSessionModel[]> =>
  database.consoleSession.findMany({
    where: { organizationId, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 200,
  });

/** Ends a session of an organization; returns whether there was one. */
export async function endConsoleSession(
  database: Database,
  organizationId: string,
  id: string,
): Promise<boolean> {
  if (!isId(id)) return false;
  const { count } = await database.consoleSession.deleteMany({ where: { id, organizationId } });
  return count > 0;
}
