import { type Database, Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';
import { type ClaimedDocument, leaseMs } from './claim.ts';

const renewEveryMs = 3_000;

/** Renews the claims of one process, all in one statement. */
export interface LeaseKeeper {
  /** Runs `work` while the lease is renewed; its signal aborts when the lease is lost or `signal` does. */
  hold<Result>(
    claim: Held,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  /** Renews all claims now, and aborts what was lost; it is done every 3 s by itself. */
  renew(): Promise<void>;
  close(): void;
}

/** The error that stops a worker whose document was taken over. */
export const leaseLost = () =>
  new AppError('SERVICE_UNAVAILABLE', 'The document was taken over by another worker or a newer request');

/** Work without vectors has no generation. */
type Held = Pick<ClaimedDocument, 'id' | 'revision' | 'leaseToken'> &
  Partial<Pick<ClaimedDocument, 'generation'>>;

/** That a document's namespace lives and still has the model and the store of the claim: a condition on `documents`. */
export const inGeneration = ({ generation }: Pick<ClaimedDocument, 'generation'>) => Prisma.sql`EXISTS (
  SELECT 1 FROM namespaces
  WHERE namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE' AND namespaces.generation = ${generation})`;

/** Renews leases of current revisions that this process still holds, in namespaces with an unchanged model and store; returns their tokens. */
async function renew(database: Database, held: readonly Held[]): Promise<Set<string>> {
  const kept = await database.$queryRaw<{ leaseToken: string }[]>`
    UPDATE documents SET "leaseExpiresAt" = now() + ${leaseMs} * interval '1 millisecond'
    FROM unnest(${held.map((one) => one.id)}::uuid[], ${held.map((one) => one.revision)}::int[],
      ${held.map((one) => one.leaseToken)}::uuid[], ${held.map((one) => one.generation ?? null)}::int[]) AS held(id, revision, token, generation),
      namespaces
    WHERE documents.id = held.id AND documents.revision = held.revision AND documents."leaseToken" = held.token
      AND namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE'
      AND namespaces.generation = coalesce(held.generation, namespaces.generation)
    RETURNING "leaseToken"`;
  return new Set(kept.map((row) => row.leaseToken));
}

/** Opens a lease keeper; its timer runs while it holds leases. */
export function createLeaseKeeper(database: Database, logger: Logger): LeaseKeeper {
  const held = new Map<string, { claim: Held; lost: AbortController }>();

  async function renewAll(): Promise<void> {
    if (held.size === 0) return;
    const renewing = [...held.values()];
    const kept = await renew(
      database,
      renewing.map(({ claim }) => claim),
    );
    for (const { claim, lost } of renewing) if (!kept.has(claim.leaseToken)) lost.abort(leaseLost());
  }

  const timer = setInterval(() => {
    renewAll().catch((error: unknown) => logger.warn({ error }, 'leases could not be renewed'));
  }, renewEveryMs).unref();

  return {
    async hold(claim, signal, work) {
      const lost = new AbortController();
      held.set(claim.leaseToken, { claim, lost });
      try {
        return await work(AbortSignal.any([signal, lost.signal]));
      } finally {
        held.delete(claim.leaseToken);
      }
    },
    renew: renewAll,
    close: () => clearInterval(timer),
  };
}
