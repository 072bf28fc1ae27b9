import { type Database, Prisma } from '@docfleet/database';
import { closeIntake } from '../../run/intake.ts';
import type { SourceRun } from '../../run/source-run.ts';

/**
 * Ends the listing of a run, and remembers where the job's next sync begins: null for a whole walk. `trouble` says what could not be
 * listed. A run that was cancelled meanwhile leaves the job as it was.
 */
export async function endSync(
  database: Database,
  run: SourceRun,
  {
    next,
    trouble = null,
  }: {
    readonly next: { readonly extent: string; readonly cursor: string } | null;
    readonly trouble?: string | null;
  },
): Promise<void> {
  await database.$transaction(async (session) => {
    if ((await closeIntake(session, [run.id], trouble)) === 0) return;
    await session.ingestJob.update({
      where: { id: run.ingestJobId },
      data: { syncCursor: next ?? Prisma.DbNull },
    });
  });
}
