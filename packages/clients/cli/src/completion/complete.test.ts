import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runWhere } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { createTestCli } from '../../test/test-cli.fixture.ts';
import { createProgram } from '../main.ts';
import { complete, completionScripts } from './completion-command.ts';

const candidates = (...words: string[]) => complete(createProgram(createTestCli().cli), words);

test('commands, their own commands and options are completed', () => {
  expect(candidates('na')).toEqual(['namespace']);
  expect(candidates('docs', 're')).toEqual(['resync']);
  expect(candidates('--namespace', 'x', 'ingest', '--wa')).toEqual(['--watch']);
  expect(candidates('keys', 'create', '--pro')).toEqual(['--profile']);
  expect(candidates('')).not.toContain('__complete');
  expect(candidates('ingest', './fo')).toEqual([]);
});

/** Scripts that make each shell complete `docfleet ingest 'my notes' --wa` and print the candidates. */
const sessions = {
  bash: `COMP_WORDS=(docfleet ingest 'my notes' --wa behind); COMP_CWORD=3; _docfleet
    printf '%s\n' "\${COMPREPLY[@]}"`,
  // Outside of its line editor, suggestions are not inserted.
  zsh: `compadd() { shift; print -l -- "$@"; }
    words=(docfleet ingest 'my notes' --wa behind); CURRENT=4; $_comps[docfleet]`,
  fish: `complete -C "docfleet ingest 'my notes' --wa"`,
} as const;
const openings = { bash: '', zsh: 'autoload -Uz compinit; compinit -u -D', fish: '' } as const;
const flags = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] } as const;
const folders = (process.env['PATH'] ?? '').split(':');

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  runWhere(
    test,
    folders.some((folder) => existsSync(join(folder, shell))),
    `${shell} is not installed`,
  )('asks the program for the words up to the cursor', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'docfleet-cli-'));
    const program = join(directory, 'docfleet');
    await writeFile(
      program,
      `#!/bin/sh\nprintf '%s|' "$@" >${directory}/asked\nprintf '%s\\n' --wait --watch\n`,
    );
    await chmod(program, 0o755);
    const script = [openings[shell], completionScripts[shell], sessions[shell]].join('\n');
    const env = { ...process.env, HOME: directory, PATH: [directory, ...folders].join(':') };
    const { stdout } = await promisify(execFile)(shell, [...flags[shell], '-c', script], { env });
    const asked = await readFile(join(directory, 'asked'), 'utf8');
    await rm(directory, { recursive: true });
    expect([stdout, asked]).toEqual(['--wait\n--watch\n', '__complete|--|ingest|my notes|--wa|']);
  });
});
