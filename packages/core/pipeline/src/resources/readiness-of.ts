import type { Database } from '@docfleet/domain/database';
import type { Producer } from '@docfleet/queues';
import type { Cache } from '@docfleet/redis/cache';
import type { Readiness } from '@docfleet/runtime/service';
import type { DiskSpace } from './disk-space.ts';

/** Resources that the readiness checks use, as far as they are open. */
export interface Opened {
  readonly database: Pick<Database, '$queryRaw'>;
  readonly disk: DiskSpace;
  readonly producer?: Producer;
  /** Cache's own Redis; absent when it shares that of the queues. */
  readonly ownCache?: Cache;
}

async function askDatabase({ database }: Opened) {
  const [state] = await database.$queryRaw<{ isReadOnly: boolean }[]>`
    SELECT current_setting('transaction_read_only')::bool AS "isReadOnly"`;
  return state?.isReadOnly ? { impaired: 'read-only' } : undefined;
}

async function askRedis({ producer }: Opened) {
  if (!producer) throw new Error('The process has not started yet');
  return (await producer.takesJobs()) ? undefined : { impaired: 'read-only' };
}

/** Without a cache everything goes on, more slowly. */
const askCache = async ({ ownCache }: Opened) =>
  ownCache?.ping().then(
    () => undefined,
    () => ({ impaired: 'away' }),
  );

const askDisk = async ({ disk }: Opened) => ((await disk.isFull()) ? { impaired: 'full' } : undefined);

/** Returns the checks of a process, each of what has been opened when it is asked; `hasCache` adds that of the cache's own Redis. */
export function readinessOf(opened: () => Opened, hasCache: boolean): Readiness {
  return {
    database: () => askDatabase(opened()),
    redis: () => askRedis(opened()),
    ...(hasCache && { cache: () => askCache(opened()) }),
    disk: () => askDisk(opened()),
  };
}
