import { createHash } from 'node:crypto';
import { chown } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from '@docfleet/runtime/logging';
import { makeOwnFolder } from '../embedded-server.ts';
import { makeReachableFolder, reachableFolder } from './binaries.ts';
import { canUse, type Identity } from './identity.ts';

/** Makes the folder and changes its owner to `identity`; elsewhere when that user cannot get there, as below root's home. */
export async function makeReachable(
  directory: string,
  identity: Identity | undefined,
  log: Logger,
): Promise<string> {
  const wanted = resolve(directory);
  await makeOwnFolder(wanted);
  if (!identity) return wanted;
  await chown(wanted, identity.uid, identity.gid);
  if (canUse(identity, '-w', wanted)) return wanted;
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  const actual = join(reachableFolder, hash);
  log.info(
    { wanted, actual },
    'PostgreSQL does not run as root and its user cannot enter this folder: its data is kept elsewhere',
  );
  makeReachableFolder();
  await makeOwnFolder(actual);
  await chown(actual, identity.uid, identity.gid);
  return actual;
}
