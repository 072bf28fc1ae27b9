import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { connectionId } from '../test/box-connection.fixture.ts';
import { ask, context, log } from '../test/connector-sync.fixture.ts';
import { whileOpen } from './sync-connection.ts';

const { signal } = new AbortController();
const close = (id: string) =>
  context.database.ingestJobRun.update({ where: { id }, data: { listing: null } });

/** Work that ends only when it is let go. */
const untilAborted = (given: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    if (given.aborted) reject(given.reason);
    given.addEventListener('abort', () => reject(given.reason), { once: true });
  });

test('a run that takes no more is not worked on', async () => {
  const id = await ask(connectionId);
  await close(id);
  let worked = 0;
  await whileOpen(context, id, signal, async () => {
    worked += 1;
  });
  expect(worked).toBe(0);
});

test('work on a run that is closed meanwhile ends quietly', async () => {
  const id = await ask(connectionId);
  let reason: unknown;
  await whileOpen(context, id, signal, async (open) => {
    await close(id);
    await untilAborted(open).catch((error: unknown) => {
      reason = error;
      throw error;
    });
  });
  expect(reason).toMatchObject({ message: 'The run takes no more documents' });
});

test('what fails while the run is open is thrown, and the caller may stop the work', async () => {
  const id = await ask(connectionId);
  const failure = new Error('failed');
  await expect(whileOpen(context, id, signal, () => Promise.reject(failure))).rejects.toBe(failure);
  const abort = new AbortController();
  const stopped = whileOpen(context, id, abort.signal, untilAborted);
  abort.abort('stop');
  await expect(stopped).rejects.toBe('stop');
});

test('a database that is away for a moment closes nothing', async () => {
  const id = await ask(connectionId);
  let isAway = false;
  const database = context.database.$extends({
    query: {
      async $executeRaw({ args, query }) {
        if (isAway) throw new Error('away');
        return query(args);
      },
    },
  }) as unknown as typeof context.database;
  let isOpen: boolean | undefined;
  await whileOpen({ ...context, database }, id, signal, async (open) => {
    isAway = true;
    const isSaid = (line: string) => line.includes('a run could not be kept alive') && line.includes(id);
    await eventually(() => expect(log.some(isSaid)).toBe(true));
    isOpen = !open.aborted;
  });
  expect(isOpen).toBe(true);
});
