import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** The unprivileged user of Linux. A number without an entry will not do: PostgreSQL looks its user up. */
const unprivileged: Identity = { uid: 65_534, gid: 65_534 };

/** PostgreSQL refuses to run as root: the user to run it as instead; undefined when we are no root. */
export function unprivilegedIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : unprivileged;
}

/** Tests whether that user reaches a path, through every folder above it. */
export function canUse(identity: Identity, flag: '-r' | '-w' | '-x', path: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', `test ${flag} "$0"`, path], { ...identity, cwd: '/' });
  return status === 0;
}
