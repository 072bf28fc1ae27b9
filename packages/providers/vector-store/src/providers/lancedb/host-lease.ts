import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import { unlessAbsent } from './errors.ts';

const markerName = '.host';
const renewMs = 5_000;
/** Age in milliseconds from which the marker of another machine counts as abandoned. */
const leaseMs = 20_000;

/** The right of this machine to the tables of a folder. */
export interface HostLease {
  /** Rejects with PROVIDER_UNAVAILABLE while another machine uses the folder, which `isWriting` makes where it is not there. */
  held(isWriting?: boolean): Promise<void>;
  release(): void;
}

/** Refusal of a second machine: commits of several are safe in a bucket, while file systems that machines share lose them. */
function otherMachine(): AppError {
  const reason =
    'LANCEDB is for one machine, and another one uses its folder: run all services on one, or choose a vector store that several can share, PGVECTOR or QDRANT';
  return new AppError('PROVIDER_UNAVAILABLE', reason, { details: { reason } });
}

/** Names the running kernel, which all containers of a machine have in common; elsewhere than on Linux, the machine. */
const findHost = (): Promise<string> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (id) => id.trim(),
    () => hostname(),
  );

interface Marker {
  readonly host: string | undefined;
  readonly renewedAt: number;
}

async function readMarker(path: string): Promise<Marker> {
  const [host, stats] = await Promise.all([
    readFile(path, 'utf8').catch(unlessAbsent),
    stat(path).catch(unlessAbsent),
  ]);
  return { host, renewedAt: stats?.mtimeMs ?? 0 };
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code);

/** A file system that this process may only read holds no marker of its. */
const isReadOnly = (error: unknown) => ['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error));

/**
 * Puts the marker of this machine into the folder unless another one renews its own; waits until a marker that is not renewed has expired. Times are
 * those of the file system, as clocks of machines differ.
 */
async function takeMarker(folder: string, host: string): Promise<void> {
  const path = join(folder, markerName);
  const own = `${path}-${randomUUID()}`;
  let seen: number | undefined;
  try {
    for (;;) {
      await writeFile(own, host);
      const now = (await stat(own)).mtimeMs;
      const marker = await readMarker(path);
      const isForeign = marker.host !== undefined && marker.host !== host;
      if (!isForeign || now - marker.renewedAt > leaseMs) return await rename(own, path);
      if (seen !== undefined && seen !== marker.renewedAt) throw otherMachine();
      seen = marker.renewedAt;
      await sleep(renewMs / 5);
    }
  } finally {
    await rm(own, { force: true });
  }
}

interface Renewed extends HostLease {
  users: number;
}

const leases = new Map<string, Renewed>();

function startLease(folder: string, givenHost: string | undefined): Renewed {
  /** Outcome of the latest attempt; undefined while there is no folder, in which nothing can be read yet. */
  let known: { readonly error?: unknown } | undefined;
  let attempt: Promise<void> | undefined;

  const note = (error?: unknown) => {
    if (codeOf(error) === 'ENOENT') known = undefined;
    else known = error === undefined || isReadOnly(error) ? {} : { error };
  };
  const take = async () => {
    attempt ??= findHost()
      .then((host) => takeMarker(folder, givenHost ?? host))
      .then(() => note(), note)
      .finally(() => {
        attempt = undefined;
      });
    await attempt;
  };
  // Another machine may have taken over while this one stood still. Until that is known, what was known holds.
  const timer = setInterval(() => known && take(), renewMs).unref();
  return {
    users: 0,
    async held(isWriting = false) {
      if (!known && !isWriting) await take();
      while (!known && isWriting) {
        await mkdir(folder, { recursive: true });
        await take();
      }
      if (known?.error !== undefined) throw known.error;
    },
    release() {
      this.users -= 1;
      if (this.users > 0) return;
      clearInterval(timer);
      leases.delete(keyOf(folder, givenHost));
    },
  };
}

const keyOf = (folder: string, host: string | undefined) => JSON.stringify([folder, host]);

/** The lease of this machine on a folder, which all stores of the process share; its marker is renewed as long as one of them is open. */
export function leaseFolder(folder: string, host: string | undefined): HostLease {
  const key = keyOf(folder, host);
  const lease = leases.get(key) ?? startLease(folder, host);
  leases.set(key, lease);
  lease.users += 1;
  return lease;
}
