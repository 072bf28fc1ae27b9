import { AppError } from '@docfleet/errors';
import { createLogger } from '@docfleet/runtime/logging';
import { expect, test } from '@jest/globals';
import { accept, database, embedded, namespace } from '../../test/domain.fixture.ts';
import { createDocumentWorker, createLeaseKeeper, failDocument, succeedDocument } from './index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

/** What became of a document that a process took up. */
type Fate = 'finished' | 'sent back' | 'given up' | 'in flight';

/** A worker process in which work on the `unending` documents begins and does not end. */
function startProcess(...unending: string[]) {
  const leases = createLeaseKeeper(database, logger);
  const worker = createDocumentWorker(database, leases, 'EMBED');
  const { signal } = new AbortController();
  let retryDelayMs = 0;

  /** Works as the queue does: what cannot be tried again is given up. */
  async function work(documentId: string, onBegun: () => void): Promise<Fate> {
    const payload = { namespaceId: namespace.id, documentId, revision: 1 };
    try {
      await worker.work(payload, signal, async (claim) => {
        onBegun();
        if (unending.includes(documentId)) await new Promise(() => undefined);
        await succeedDocument(database, claim, embedded);
      });
      return 'finished';
    } catch (cause) {
      const error = AppError.from(cause);
      retryDelayMs = Number(error.details?.['retryAfterMs'] ?? 0);
      if (error.retryable) return 'sent back';
      await failDocument(database, payload, error);
      return 'given up';
    }
  }

  return {
    take(documentId: string): Promise<Fate> {
      return new Promise((resolve, reject) => {
        const onBegun = () => unending.includes(documentId) && resolve('in flight');
        work(documentId, onBegun).then(resolve, reject);
      });
    },
    /** How long the last one that was sent back was told to wait. */
    retryDelayMs: () => retryDelayMs,
    /** Dies with all that is in flight: nobody renews its leases any more. */
    async crash(): Promise<void> {
      leases.close();
      await database.$executeRaw`
        UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second' WHERE "leaseToken" IS NOT NULL`;
    },
  };
}

/** Lets so much time pass that whoever has to rest has rested. */
const rest = () =>
  database.$executeRaw`UPDATE documents SET "crashedAt" = "crashedAt" - interval '1 hour' WHERE "crashedAt" IS NOT NULL`;

/** Takes a document up, again after its rest if it needs one. */
async function takeRested(process: ReturnType<typeof startProcess>, id: string): Promise<Fate> {
  const fate = await process.take(id);
  if (fate !== 'sent back') return fate;
  await rest();
  return process.take(id);
}

const statusOf = async (id: string) => {
  const { status, errorCode } = await database.document.findUniqueOrThrow({ where: { id } });
  return errorCode ? `${status} ${errorCode}` : status;
};

test('of those in flight at two crashes, the one that crashes the worker alone is failed and the others succeed', async () => {
  const [deadly, ...innocent] = [await accept(), await accept(), await accept(), await accept()];
  for (let crash = 1; crash <= 2; crash += 1) {
    const process = startProcess(deadly, ...innocent);
    for (const id of [deadly, ...innocent]) expect(await process.take(id)).toBe('in flight');
    await process.crash();
  }
  for (let crash = 3; crash <= 7; crash += 1) {
    const process = startProcess(deadly);
    expect(await takeRested(process, deadly)).toBe('in flight');
    for (const id of innocent) expect(await process.take(id)).toBe('sent back');
    await process.crash();
  }
  const process = startProcess(deadly);
  expect(await process.take(deadly)).toBe('given up');
  for (const id of innocent) expect(await process.take(id)).toBe('finished');
  expect(await statusOf(deadly)).toBe('FAILED DOCUMENT_CRASHED_WORKER');
  for (const id of innocent) expect(await statusOf(id)).toBe('SUCCESS');
  await process.crash();
});

test('a document that comes while a suspect is tried is worked on beside it, and blamed for two crashes at most', async () => {
  const [deadly, newcomer] = [await accept(), await accept()];
  const fates: Fate[] = [];
  for (let crash = 1; crash <= 7; crash += 1) {
    const process = startProcess(deadly, newcomer);
    expect(await takeRested(process, deadly)).toBe('in flight');
    if (crash > 2) fates.push(await process.take(newcomer));
    await process.crash();
  }
  expect(fates).toEqual(['in flight', 'in flight', 'sent back', 'sent back', 'sent back']);
  const process = startProcess(deadly);
  expect(await process.take(deadly)).toBe('given up');
  expect(await process.take(newcomer)).toBe('finished');
  await process.crash();
});

test('a suspect that crashed a worker alone rests before it is tried again, the longer the more often it did', async () => {
  const id = await accept();
  const rested: number[] = [];
  for (let crash = 1; crash <= 6; crash += 1) {
    const process = startProcess(id);
    const fate = await process.take(id);
    if (fate === 'sent back') {
      rested.push(process.retryDelayMs());
      await rest();
      expect(await process.take(id)).toBe('in flight');
    }
    await process.crash();
  }
  expect(rested.map((ms) => Math.round(ms / 1_000))).toEqual([15, 30, 60]);
});

test('a document that outlived two crashes and succeeds has a clean slate', async () => {
  const id = await accept();
  for (let crash = 1; crash <= 2; crash += 1) {
    const process = startProcess(id);
    expect(await process.take(id)).toBe('in flight');
    await process.crash();
  }
  const process = startProcess();
  expect(await process.take(id)).toBe('finished');
  expect((await database.document.findUniqueOrThrow({ where: { id } })).crashes).toBe(0);
  await process.crash();
});
