import { stat, statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Database, findServerFaults } from '@docfleet/domain/database';
import { findCacheFaults, findQueueFaults } from '@docfleet/queues';
import { findForeignEntries, findLooseEntries } from '@docfleet/runtime/service';
import { z } from 'zod';
import type { ResourcesConfig } from './config.ts';

/** Operator's settings of the API's public address. */
interface PublicAddress {
  readonly PUBLIC_URL?: string | undefined;
  readonly TRUSTED_PROXIES: readonly string[];
}

const responseTimeoutMs = 5_000;
const alive = z.object({ status: z.literal('ok') });

/** Tests whether a certificate can be issued for a host: not for this machine nor, as a rule, for an IP address. */
const isNamed = (host: string) => host !== 'localhost' && isIP(host.replace(/^\[|\]$/g, '')) === 0;

/** Returns what in these settings does not go together, one sentence each with the remedy. docfleet itself speaks HTTP: https means a proxy. */
export function findProxyFaults({ PUBLIC_URL: url, TRUSTED_PROXIES: proxies }: PublicAddress): string[] {
  if (url === undefined) return [];
  const { protocol, hostname, host } = new URL(url);
  if (protocol === 'http:')
    return isNamed(hostname)
      ? [
          `PUBLIC_URL is ${url}: keys and sign-ins cross the network readable. Put a proxy with TLS before docfleet, and set PUBLIC_URL to https://${host}`,
        ]
      : [];
  return proxies.length > 0
    ? []
    : [
        'PUBLIC_URL is https, so that a proxy ends TLS before docfleet, but no proxy is trusted: all callers count as one address, in limits and in the audit trail. Set TRUSTED_PROXIES to the address of the proxy, such as 127.0.0.1',
      ];
}

const reasonOf = (error: unknown): string => {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as { code?: string; message?: string };
  return code ?? message ?? String(cause);
};

async function judge(url: string, response: Response): Promise<string[]> {
  const { status } = response;
  if (status >= 300 && status < 400) {
    const { origin } = new URL(response.headers.get('location') ?? '/', url);
    return [`PUBLIC_URL ${url} leads on to ${origin}: set PUBLIC_URL to the address that callers end at`];
  }
  if (status >= 502 && status <= 504)
    return [
      `What answers at PUBLIC_URL ${url} does not reach docfleet (status ${status}): start docfleet, or correct the port that the proxy forwards to`,
    ];
  if (alive.safeParse(await response.json().catch(() => undefined)).success) return [];
  return [
    `Something else than docfleet answers at PUBLIC_URL ${url} (status ${status}): correct the address, or let the proxy forward all of the host to docfleet`,
  ];
}

/** Requests the public address from this machine; returns a sentence with the remedy unless docfleet answers there. */
export async function findUnreachable({
  PUBLIC_URL: url,
}: Pick<PublicAddress, 'PUBLIC_URL'>): Promise<string[]> {
  if (url === undefined) return [];
  const signal = AbortSignal.timeout(responseTimeoutMs);
  try {
    return await judge(url, await fetch(`${url}/healthz`, { redirect: 'manual', signal }));
  } catch (error) {
    return [
      `docfleet is not reached at PUBLIC_URL ${url} from this machine (${reasonOf(error)}): correct the address, its entry in DNS, the proxy or the certificate`,
    ];
  }
}

const minFreeBytes = 300 * 2 ** 20;

type Surroundings = Pick<ResourcesConfig, 'DATABASE_POOL_SIZE' | 'REDIS_PREFIX' | 'DATA_DIR'> &
  PublicAddress & { readonly REDIS_URL?: string | undefined; readonly CACHE_REDIS_URL?: string | undefined };

async function findDiskFaults(directory: string): Promise<string[]> {
  const found = await statfs(directory).catch(() => undefined);
  if (!found) return [`The folder ${directory} cannot be read: set DATA_DIR to the one of the services`];
  const freeBytes = found.bavail * found.bsize;
  if (freeBytes >= minFreeBytes) return [];
  return [
    `Only ${Math.floor(freeBytes / 2 ** 20)} MB are free at ${directory}: free some, or set DATA_DIR to another disk`,
  ];
}

/** Execution for the group or for others: without it, nothing below a folder can be reached by them. */
const enterable = 0o011;

async function findReadableFaults(directory: string): Promise<string[]> {
  const found = await stat(directory).catch(() => undefined);
  if (!found || (found.mode & enterable) === 0) return [];
  const loose = await findLooseEntries(directory);
  return loose.map((path) => `Other users of this machine may read ${path}: chmod -R go-rwx ${path}`);
}

/**
 * Returns the faults of PostgreSQL, Redis, the data folder and the public address, one sentence each with the remedy; Redis and the
 * public address are checked only if set. `installation` is the mark that the fleet has set in its Redis.
 */
export async function findSurroundingFaults(
  database: Database,
  settings: Surroundings,
  installation: string,
): Promise<string[]> {
  const { DATABASE_POOL_SIZE: poolSize, REDIS_URL: url, CACHE_REDIS_URL: cacheUrl, DATA_DIR } = settings;
  const directory = resolve(DATA_DIR);
  const [server, redis, cache, ...others] = await Promise.all([
    findServerFaults(database, poolSize),
    url === undefined ? [] : findQueueFaults({ url, prefix: settings.REDIS_PREFIX }, installation),
    cacheUrl === undefined ? [] : findCacheFaults(cacheUrl),
    findDiskFaults(directory),
    findForeignEntries(directory),
    findReadableFaults(directory),
    findProxyFaults(settings),
    findUnreachable(settings),
  ]);
  return [...[...server, ...redis, ...cache].map(({ sentence }) => sentence), ...others.flat()];
}
