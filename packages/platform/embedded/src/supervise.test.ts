import { spawn } from 'node:child_process';
import { createLogger } from '@docfleet/runtime/logging';
import { expect, test } from '@jest/globals';
import { type SupervisedServer, supervise } from './supervise.ts';

const log = createLogger({ service: 'test', level: 'silent' });

function shell(script: string): SupervisedServer {
  return {
    name: 'Sleeper',
    log,
    logFile: '/nonexistent/sleeper.log',
    stopSteps: [['SIGTERM', 5_000]],
    prepare: async () => undefined,
    launch: () => spawn('/bin/sh', ['-c', script]),
    isReady: async (child) => child.exitCode === null,
  };
}

test('a server that dies again and again is abandoned, with an error that names it', async () => {
  const { exited } = await supervise(shell('exit 1'), { firstPauseMs: 1, maxPauseMs: 2, restarts: 3 });
  expect(await exited).toMatchObject({ message: expect.stringContaining('Sleeper keeps dying') });
});

test('a server that never gets ready is a failed start', async () => {
  const broken = { ...shell('exit 1'), isReady: async () => false };
  await expect(supervise(broken)).rejects.toThrow('Sleeper did not start');
});

test('a program that does not exist is a failed start', async () => {
  const missing = { ...shell(''), launch: () => spawn('/nonexistent/program').on('error', () => undefined) };
  await expect(supervise({ ...missing, isReady: async () => false })).rejects.toThrow(
    'Sleeper did not start',
  );
});
