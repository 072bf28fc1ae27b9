import { AppError } from '@docfleet/errors';
import { createLogger } from '@docfleet/runtime/logging';
import { expect, test } from '@jest/globals';
import { accept, database, embedded, namespace } from '../../test/domain.fixture.ts';
import { createDocumentWorker, createLeaseKeeper, failDocument, succeedDocument } from './index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

/** The outcome of a document that a process claimed. */
type Fate = 'finished' | 'sent back' | 'exhausted' | 'in flight';

/** A worker process in which the work on `unending` documents starts and does not end. */
function startProcess(...unending: string[]) {
  const leases = createLeaseKeeper(database, logger);
  const worker = createDocumentWorker(database, leases, 'EMBED');
  const { signal } = new AbortController();
  let retryDelayMs = 0;

  /** Works as the queue does: fails documents whose error is not retryable. */
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
      return 'exhausted';
    }
  }

  return {
    take(documentId: string): Promise<Fate> {
      return new Promise((resolve, reject) => {
        const onBegun = () => unending.includes(documentId) && resolve('in flight');
        work(documentId, onBegun).then(resolve, reject);
      });
    },
    /** The retry delay of the last document that was sent back. */
    retryDelayMs: () => retryDelayMs,
    /** Dies with all documents in flight: their leases are not renewed any more. */
    async crash(): Promise<void> {
      leases.close();
      await database.$executeRaw`
        UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second' WHERE "leaseToken" IS NOT NULL`;
    },
  };
}

/** Advances time past every backoff. */
const rest = () =>
  database.$executeRaw`UPDATE documents SET "crashedAt" = "crashedAt" - interval '1 hour' WHERE "crashedAt" IS NOT NULL`;

/** Claims a document, again after its backoff if it has one. */
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

test('of the documents in flight at two crashes, the one that crashes the worker alone fails and the others succeed', async () => {
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
  expect(await process.take(deadly)).toBe('exhausted');
  for (const id of innocent) expect(await process.take(id)).toBe('finished');
  expect(await statusOf(deadly)).toBe('FAILED DOCUMENT_CRASHED_WORKER');
  for (const id of innocent) expect(await statusOf(id)).toBe('SUCCESS');
  await process.crash();
});

test('a document that arrives while a suspect runs alone is processed beside it, and blamed for two crashes at most', async () => {
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
  expect(await process.take(deadly)).toBe('exhausted');
  expect(await process.take(newcomer)).toBe('finished');
  await process.crash();
});

test('the backoff of a suspect that crashed a worker alone grows with each crash', async () => {
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
