import type { ConsoleSessionModel, Database } from '@docfleet/database';
import { createId, isId } from '../database/identifier.ts';

const longestUserAgent = 300;

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
      data: { ...session, id, userAgent: session.userAgent.slice(0, longestUserAgent) },
    }),
  ]);
  return id;
}

/** Whether a session was neither ended nor has expired. */
export async function isConsoleSessionOpen(database: Database, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const found = await database.consoleSession.count({ where: { id, expiresAt: { gt: new Date() } } });
  return found > 0;
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
