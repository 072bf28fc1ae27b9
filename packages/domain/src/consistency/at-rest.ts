import { Prisma } from '@docfleet/database';
import { endedStatuses } from '../document/transitions.ts';

/** That nothing has happened to a document for so long, and nobody holds it: a condition on `documents`. */
export const isQuiet = (quietMs: number): Prisma.Sql => Prisma.sql`
  documents."updatedAt" <= now() - ${quietMs} * interval '1 millisecond'
  AND (documents."leaseExpiresAt" IS NULL OR documents."leaseExpiresAt" < now())`;

/** That a living document has ended and nothing moves it: what its stores hold must be what its rows say. */
export const isAtRest = (quietMs: number): Prisma.Sql => Prisma.sql`
  documents."liveKey" IS NOT NULL AND documents.status = ANY(${endedStatuses}::"DocumentStatus"[]) AND ${isQuiet(quietMs)}`;

/** The id before all others. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Documents that one statement looks at. */
export const documentsPerPage = 1_000;
