import { openDatabase } from '@docfleet/domain/database';
import { eventually } from '@docfleet/testing';
import { expect } from '@jest/globals';
import { repairAll } from '../doctor.ts';
import type { FaultFleet } from '../fault-fleet.ts';

const waitTimeoutMs = 240_000;

/** The url of another database on the same server. */
function databaseBeside(url: string, name: string): string {
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  return beside.href;
}

/** Runs statements while the fleet's own database has no connections. */
async function administer({ database, postgres }: FaultFleet, statements: readonly string[]): Promise<void> {
  await database.$disconnect();
  const server = openDatabase({ url: databaseBeside(postgres.url, 'postgres'), poolSize: 1 });
  try {
    for (const statement of statements) await server.$executeRawUnsafe(statement);
  } finally {
    await server.$disconnect();
  }
}

export interface Restored {
  /** Number of findings of the doctor's first run. */
  readonly found: number;
  /** Number of runs until nothing was found or in progress. */
  readonly runs: number;
  readonly convergedAfterMs: number;
  readonly ready: number;
  /** Documents whose text is nowhere any more, and who say so. */
  readonly lost: number;
}

/** Of documents that have all ended; rejects while one has not, as the doctor does not judge what is under way. */
async function countEnded({ database }: FaultFleet): Promise<Pick<Restored, 'ready' | 'lost'>> {
  const rows = await database.document.groupBy({ by: ['status', 'errorCode'], _count: true });
  const isReady = ({ status, errorCode }: (typeof rows)[number]) => status === 'SUCCESS' && !errorCode;
  const isLost = ({ errorCode }: (typeof rows)[number]) => errorCode === 'DOCUMENT_UNREADABLE';
  expect(rows.filter((row) => !isReady(row) && !isLost(row))).toEqual([]);
  const count = (some: typeof rows) => some.reduce((sum, { _count }) => sum + _count, 0);
  return { ready: count(rows.filter(isReady)), lost: count(rows.filter(isLost)) };
}

/** A copy of the database is made, work goes on, and then the copy takes its place: the stores are newer than what it says. */
export async function restoreBackup(fleet: FaultFleet, work: () => Promise<void>): Promise<Restored> {
  const { pathname } = new URL(fleet.postgres.url);
  const name = pathname.slice(1);
  await fleet.withoutServices(() => administer(fleet, [`CREATE DATABASE backup TEMPLATE ${name}`]));
  await work();
  await fleet.withoutServices(() =>
    administer(fleet, [`DROP DATABASE ${name}`, `ALTER DATABASE backup RENAME TO ${name}`]),
  );
  // The past that clients saw is not that of the copy.
  fleet.history.reset();
  const startedAt = Date.now();
  const findings: number[] = [];
  const outcome = await eventually(async () => {
    const found = await repairAll(fleet);
    findings.push(found.length);
    expect(found).toEqual([]);
    return countEnded(fleet);
  }, waitTimeoutMs);
  const convergedAfterMs = Date.now() - startedAt;
  return { found: findings[0] ?? 0, runs: findings.length, convergedAfterMs, ...outcome };
}
