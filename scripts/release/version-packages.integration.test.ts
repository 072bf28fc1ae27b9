import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { versionedFiles, versionIn, versionPackages } from './version-packages.ts';

const repository = join(import.meta.dirname, '../..');
const manifests = globSync(
  [
    '{packages/*,services,tests}/*/package.json',
    '{bench,docs/site,examples/sdk,packages/testing}/package.json',
  ],
  { cwd: repository },
);
const files = [
  '.changeset',
  'CHANGELOG.md',
  'package.json',
  'pnpm-workspace.yaml',
  ...manifests,
  ...Object.keys(versionedFiles),
];
const changesetsOf = (folder: string) =>
  readdirSync(join(folder, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md');

let checkout: string;

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
    cwd: checkout,
    encoding: 'utf8',
  });

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'docfleet-release-'));
  for (const file of files) cpSync(join(repository, file), join(checkout, file), { recursive: true });
  const own = '---\n"@docfleet/sdk": patch\n---\n\nWhat a user of the SDK notices.\n';
  writeFileSync(join(checkout, '.changeset/own.md'), own);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=before');
});

afterAll(() => rmSync(checkout, { recursive: true }));

test('the next version takes every changeset, and moves the version in every place and nowhere else', () => {
  const firstLines = changesetsOf(checkout).map(
    (name) =>
      readFileSync(join(checkout, '.changeset', name), 'utf8')
        .split('---\n\n')[1]
        ?.split('\n')[0],
  );
  versionPackages(checkout);
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const { version: before } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  expect(version).not.toBe(before);
  for (const file of Object.keys(versionedFiles)) expect(versionIn(file, checkout)).toBe(version);
  expect(changesetsOf(checkout)).toEqual([]);
  const changelog = readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8');
  expect(changelog.match(/^## .*/m)?.[0]).toBe(`## ${version}`);
  for (const line of firstLines) expect(changelog).toContain(line);
  expect(changelog).not.toContain('Updated dependencies');
  const changed = git('status', '--porcelain')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3));
  const allowed = new Set(['CHANGELOG.md', 'package.json', ...Object.keys(versionedFiles)]);
  expect(changed.filter((file) => !allowed.has(file) && !file.startsWith('.changeset/'))).toEqual([]);
}, 60_000);
