import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { eventually } from '../packages/testing/src/eventually.ts';

test('a run that is killed leaves nothing in the temporary folder', async () => {
  const program = `
    import { mkdirSync } from 'node:fs';
    import { openRunFolder } from '${new URL('run-folder.ts', import.meta.url)}';
    const { path } = openRunFolder();
    mkdirSync(path + '/data');
    console.log(path);
    setInterval(() => undefined, 1_000);`;
  const run = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(run.stdout, 'data');
  const path = String(line).trim();
  expect(existsSync(`${path}/data`)).toBe(true);
  run.kill('SIGKILL');
  await eventually(() => expect(existsSync(path)).toBe(false));
});

test('a run that is interrupted leaves nothing in the temporary folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docfleet-interrupted-'));
  const files = () => readdirSync(folder, { recursive: true });
  const run = spawn(
    process.execPath,
    ['scripts/jest.ts', '--testMatch=<rootDir>/scripts/jest/endless.fixture.ts', '--maxWorkers=1'],
    { stdio: 'ignore', env: { ...process.env, TMPDIR: folder } },
  );
  await eventually(() => expect(files().join()).toContain('begun'));
  run.kill('SIGINT');
  await once(run, 'exit');
  await eventually(() => expect(files()).toEqual([]));
  rmSync(folder, { recursive: true });
});
