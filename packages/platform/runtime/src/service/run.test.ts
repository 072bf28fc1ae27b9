import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const program = fileURLToPath(new URL('../../test/run.fixture.ts', import.meta.url));

/** Starts the fixture, stops it once it has started, and returns how it ended. */
async function stopped(how: string) {
  const child = spawn(process.execPath, [program, how], { stdio: ['ignore', 'pipe', 'inherit'] });
  let log = '';
  child.stdout.on('data', (text) => {
    log += String(text);
    if (log.includes('"started"')) child.kill('SIGTERM');
  });
  const [code] = await once(child, 'close');
  return { code, log };
}

test('a program that is stopped closes what it has opened and ends well', async () => {
  const { code, log } = await stopped('well');
  expect(code).toBe(0);
  expect(log).toContain('"stopping"');
});

test('a program that cannot close ends at its deadline, and says so', async () => {
  const { code, log } = await stopped('never');
  expect(code).toBe(1);
  expect(log).toContain('some resources did not close in time');
});

test('a program that cannot start ends with 1, and says why', async () => {
  const { code, log } = await stopped('broken');
  expect(code).toBe(1);
  expect(log).toContain('nothing to start');
});

test('SIGHUP does not stop a program whose output goes to no terminal', async () => {
  const child = spawn(process.execPath, [program, 'well'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let log = '';
  child.stdout.on('data', (text) => {
    if (!log.includes('"started"') && `${log}${text}`.includes('"started"')) {
      child.kill('SIGHUP');
      child.kill('SIGTERM');
    }
    log += String(text);
  });
  await once(child, 'close');
  expect(log).toContain('"signal":"SIGTERM"');
});

test('a program goes on when its output is closed', async () => {
  const child = spawn(process.execPath, [program, 'talks'], { stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const ended = once(child, 'exit');
  // Several lines are written meanwhile.
  for (let writes = 0; writes < 5; writes += 1) await once(child.stderr, 'data');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
