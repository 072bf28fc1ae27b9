import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const run = (rest: string) =>
  spawnSync(
    'sh',
    ['-c', `"$0" "$1" --help ${rest}`, process.execPath, join(import.meta.dirname, 'main.ts')],
    {
      encoding: 'utf8',
    },
  );

const onFullDisk = existsSync('/dev/full') ? test : test.skip;

onFullDisk('a disk that is full is named in one line, and the command fails', () => {
  const { status, stderr } = run('> /dev/full');
  expect(stderr).toMatch(/^✗ The output could not be written: .*ENOSPC.*\n$/);
  expect(status).toBe(1);
});
