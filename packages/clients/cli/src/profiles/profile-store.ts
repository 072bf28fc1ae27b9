import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliFailure } from '../cli-failure.ts';

/** A service and how to sign in to it. */
export interface Profile {
  readonly url: string;
  readonly apiKey: string;
  /** Namespace of commands that name none. */
  readonly namespaceId?: string | undefined;
}

interface Profiles {
  /** The profile of commands that name none. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const defaultProfile = 'default';
const none: Profiles = { current: defaultProfile, profiles: {} };

const fileOf = (directory: string) => join(directory, 'config.json');

/**
 * Reads the profiles of a configuration directory; returns an empty list if none were stored. Throws a CliFailure for an unreadable file.
 */
export async function readProfiles(directory: string): Promise<Profiles> {
  const path = fileOf(directory);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CliFailure(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  return text === undefined ? none : parse(text, path);
}

function parse(text: string, path: string): Profiles {
  const unreadable = (cause?: unknown) =>
    new CliFailure(`${path} is not as docfleet wrote it`, {
      advice: 'Repair it, or delete it and sign in again: docfleet login',
      cause,
    });
  let value: Partial<Profiles> | null;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
  const { current, profiles } = value ?? {};
  const isProfile = (profile: Partial<Profile> | null) =>
    typeof profile?.url === 'string' && typeof profile.apiKey === 'string';
  if (typeof current !== 'string' || typeof profiles !== 'object' || profiles === null) throw unreadable();
  if (!Object.values(profiles).every(isProfile)) throw unreadable();
  return { current, profiles };
}

/** Stores profiles for their owner's eyes only, whole or not at all. */
export async function writeProfiles(directory: string, profiles: Profiles): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = fileOf(directory);
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new CliFailure(`${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
  return path;
}
