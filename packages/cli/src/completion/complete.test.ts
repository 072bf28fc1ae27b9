import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { createProgram } from '../program.ts';
import { createTestCli } from '../test-cli.fixture.ts';
import { complete } from './complete.ts';
import { completionScripts } from './scripts.ts';

const candidates = (...words: string[]) => complete(createProgram(createTestCli().cli), words);

test('commands, their own commands and options are completed', () => {
  expect(candidates('na')).toEqual(['namespace']);
  expect(candidates('docs', 're')).toEqual(['resync']);
  expect(candidates('--namespace', 'x', 'ingest', '--wa')).toEqual(['--watch']);
  expect(candidates('keys', 'create', '--pro')).toEqual(['--profile']);
  expect(candidates('')).not.toContain('__complete');
  expect(candidates('ingest', './fo')).toEqual([]);
});

test('bash asks the program for the words up to the cursor', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-cli-'));
  const program = join(directory, 'docfleet');
  await writeFile(program, '#!/bin/sh\nprintf "%s\\n" "$*" two\n');
  await chmod(program, 0o755);
  const script = `${completionScripts.bash}
    COMP_WORDS=(docfleet ingest 'my notes' --wa behind); COMP_CWORD=3; _docfleet
    printf '%s|' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, PATH: `${directory}:${process.env['PATH']}` };
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
  await rm(directory, { recursive: true });
  expect(stdout).toBe('__complete -- ingest my notes --wa|two|');
});
