import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@docfleet/runtime/logging';
import { runWhere } from '@docfleet/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { unprivilegedIdentity } from './binaries.ts';
import { makeReachable } from './start-postgres.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const identity = unprivilegedIdentity();
const asRoot = runWhere(test, identity !== undefined, 'only root needs another user for PostgreSQL');
let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'docfleet-place-'));
});
afterEach(() => rm(parent, { recursive: true }));

asRoot('data goes elsewhere when the user of PostgreSQL cannot enter the folder above', async () => {
  await chmod(parent, 0o700);
  const place = await makeReachable(join(parent, 'data'), identity, log);
  expect(place).not.toContain(parent);
  expect(await stat(place)).toMatchObject({ uid: identity?.uid, mode: 0o40700 });
  expect(await makeReachable(join(parent, 'data'), identity, log)).toBe(place);
  await rm(place, { recursive: true });
});

asRoot('data stays where it was asked for when that user can enter', async () => {
  await chmod(parent, 0o755);
  const wanted = join(parent, 'missing/data');
  expect(await makeReachable(wanted, identity, log)).toBe(wanted);
  expect(await stat(wanted)).toMatchObject({ uid: identity?.uid, mode: 0o40700 });
});
