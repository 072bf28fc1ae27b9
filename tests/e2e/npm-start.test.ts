import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

/** Stands in for the fleet: says when it has started, and when it has received the signal. */
const program = `
import { writeFileSync } from 'node:fs';
setInterval(() => {}, 1_000);
process.on('SIGTERM', () => { writeFileSync('received', ''); process.exit(); });
writeFileSync('started', '');
`;

let folder: string;
let npm: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docfleet-npm-'));
  await writeFile(join(folder, 'program.mjs'), program);
});
afterAll(async () => {
  if (npm?.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
  await rm(folder, { recursive: true });
});

test.each(['start', 'quickstart'])('the fleet of npm run %s is stopped with npm', async (name) => {
  const { scripts } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const script = scripts[name].replace(/scripts\/bootstrap\.mjs.*/, 'program.mjs');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { [name]: script } }));
  npm = spawn('npm', ['run', name], { cwd: folder, stdio: 'ignore', detached: true });
  await eventually(() => readFile(join(folder, 'started')), 20_000);
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await eventually(() => readFile(join(folder, 'received')));
  npm = undefined;
  await Promise.all(['started', 'received'].map((file) => rm(join(folder, file))));
  expect(script).toContain('program.mjs');
});
