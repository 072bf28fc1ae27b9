import { type Database, type DocumentStage, type DocumentStatus, Prisma } from '@docfleet/database';
import type { AppError } from '@docfleet/errors';
import { unfinishedStatuses } from './transitions.ts';

/** Returns the error message for the document's owner: the error, the setting to change, and the provider's message. */
export function failureSentence({ message, details: { setting, reason } }: AppError): string {
  // A code of the network, such as ENOTFOUND, or a reason that the message holds already adds nothing for a reader.
  const addsToMessage = reason && !/^[A-Z][A-Z0-9_]*$/.test(reason) && !message.includes(reason);
  const parts = [
    message,
    setting && !message.includes(setting) && `The setting to correct is ${setting}`,
    addsToMessage && `The answer was: ${reason}`,
  ];
  return parts.filter(Boolean).join('. ').replaceAll('.. ', '. ');
}

interface Scope {
  readonly namespaceId: string;
  readonly tenantId: string | undefined;
}

/** More documents of a status are not inspected: a page for people must not count a million rows. */
const maxRead = 10_000;
export const maxWaitingRead = maxRead;
export const maxFailuresRead = maxRead;

/** The newest live documents of a status, up to the limit; the rows of a status are adjacent in the index. */
const newest = ({ namespaceId, tenantId }: Scope, status: DocumentStatus) => Prisma.sql`
  (SELECT id, status, stage, "errorCode" FROM documents
  WHERE "namespaceId" = ${namespaceId}::uuid AND status = ${status}::"DocumentStatus" AND "liveKey" IS NOT NULL
    ${tenantId === undefined ? Prisma.empty : Prisma.sql`AND "tenantId" = ${tenantId}`}
  ORDER BY id DESC LIMIT ${maxRead})`;

/** Counts unfinished documents by stage and status, at most 10,000 of each status. */
export async function readWaiting(
  database: Database,
  scope: Scope,
): Promise<{ stage: DocumentStage; status: DocumentStatus; count: number }[]> {
  const statuses = unfinishedStatuses.map((status) => newest(scope, status));
  return database.$queryRaw`
    SELECT stage, status, count(*)::int AS count FROM (${Prisma.join(statuses, ' UNION ALL ')}) AS waiting
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** Documents that failed alike. */
export interface FailureCause {
  readonly code: string;
  readonly count: number;
  /** The newest of them. */
  readonly documentId: string;
}

/** Returns the causes of failure of the 10,000 newest failed documents, the most frequent first. */
export async function readFailureCauses(database: Database, scope: Scope): Promise<FailureCause[]> {
  return database.$queryRaw`
    SELECT "errorCode" AS code, count(*)::int AS count, (array_agg(id ORDER BY id DESC))[1] AS "documentId"
    FROM ${newest(scope, 'FAILED')} AS failed WHERE "errorCode" IS NOT NULL
    GROUP BY 1 ORDER BY 2 DESC, 1`;
}
