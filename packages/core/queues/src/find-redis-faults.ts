import { AppError } from '@docfleet/errors';
import type { RedisClient } from '@docfleet/redis/connection';
import type { Logger } from '@docfleet/runtime/logging';
import { connectProducer, prefixesOf, type QueueConnection } from './connection.ts';

const wantedPolicy = 'noeviction';
/** Minimum version of Redis; compatible servers report one too. */
const minVersion = [6, 2] as const;
/** Connections of a fleet of one process of each service: a producer and a cache each, and a worker a queue. */
const fleetConnections = 40;

/** A fault of a Redis server; `isLasting` is false of what may pass by itself. */
interface RedisFault {
  readonly sentence: string;
  readonly isLasting: boolean;
}

/** Reads what a server says of itself; returns it by name. */
async function readState(redis: RedisClient): Promise<(name: string) => string | undefined> {
  const parts = await Promise.all(['server', 'memory', 'clients'].map((part) => redis.info(part)));
  const text = parts.join('\n');
  return (name) => new RegExp(`^${name}:(\\S+)`, 'm').exec(text)?.[1];
}

/** Returns a fault where the version is older than what BullMQ asks for. https://docs.bullmq.io/guide/redis-tm-compatibility */
function versionFaults(version: string | undefined): RedisFault[] {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  if (version === undefined || major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1]))
    return [];
  const sentence = `Redis ${version} is too old: docfleet needs ${minVersion.join('.')} or newer`;
  return [{ sentence, isLasting: false }];
}

/** Returns what keeps a connected Redis from being used for queues, one sentence each with the remedy; rejects with what Redis refuses. */
async function readRedisFaults(redis: RedisClient): Promise<RedisFault[]> {
  const value = await readState(redis);
  const faults = versionFaults(value('redis_version'));
  const policy = value('maxmemory_policy');
  if (policy !== undefined && policy !== wantedPolicy)
    faults.push({
      sentence: `Redis has maxmemory-policy ${policy}, and would lose jobs when its memory is full: set it to ${wantedPolicy}`,
      isLasting: true,
    });
  const [maxClients, clients] = [Number(value('maxclients')), Number(value('connected_clients'))];
  if (maxClients - clients < fleetConnections)
    faults.push({
      sentence: `Redis accepts ${maxClients} clients, of which ${clients} are connected, and a fleet opens about ${fleetConnections} connections: raise maxclients`,
      isLasting: false,
    });
  return faults;
}

/** Errors that no later attempt passes: https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/ */
const isRefusal = /^(NOPERM|NOAUTH|WRONGPASS|ERR (AUTH|DB index|invalid password))/;

const adviceFor = (message: string) =>
  message.startsWith('NOPERM')
    ? 'BullMQ needs INFO and scripts beside the commands of data: ACL SETUSER <user> ~* &* +@all -@dangerous +info'
    : 'Correct user, password or database number in REDIS_URL';

/** Returns the fault that an error of Redis stands for: a refusal, or that it does not answer. */
function faultOf({ message }: Error): RedisFault {
  if (isRefusal.test(message))
    return { sentence: `Redis refuses docfleet: "${message}". ${adviceFor(message)}`, isLasting: true };
  const remedy = /certificate|\bTLS\b|\bSSL\b/i.test(message)
    ? 'name the authority of its certificate in NODE_EXTRA_CA_CERTS'
    : 'start it, or correct REDIS_URL';
  return {
    sentence: `Redis does not answer (${message || 'no connection'}): ${remedy}`,
    isLasting: false,
  };
}

/** Connects to Redis, and returns what `work` finds besides its own faults; a refusal or silence is the only fault then. */
export async function findRedisFaults(
  connection: QueueConnection,
  work: (redis: RedisClient) => Promise<readonly RedisFault[]> = async () => [],
): Promise<RedisFault[]> {
  const redis = connectProducer(connection);
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason ??= error; // `connect` only rejects with the closed connection that follows.
  });
  try {
    await redis.connect();
    return [...(await readRedisFaults(redis)), ...(await work(redis))];
  } catch (error) {
    return [faultOf(reason ?? (error as Error))];
  } finally {
    redis.disconnect();
  }
}

/** Returns what keeps the Redis of the caches, at `url`, from its work, one sentence each with the remedy. Nothing of it is lasting: a fleet goes on without caches. */
export async function findCacheFaults(url: string): Promise<RedisFault[]> {
  const redis = connectProducer({ url });
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    const value = await readState(redis);
    if (value('maxmemory') === '0' || value('maxmemory_policy') !== wantedPolicy) return [];
    const sentence =
      'The Redis of CACHE_REDIS_URL has maxmemory-policy noeviction, and takes nothing more when its memory is full: set it to allkeys-lru';
    return [{ sentence, isLasting: false }];
  } catch (error) {
    const { sentence } = faultOf(reason ?? (error as Error));
    return [
      {
        sentence: sentence
          .replace('REDIS_URL', 'CACHE_REDIS_URL')
          .replace(/^Redis/, 'The Redis of CACHE_REDIS_URL'),
        isLasting: false,
      },
    ];
  } finally {
    redis.disconnect();
  }
}

const keyOf = (connection: QueueConnection) => `${prefixesOf(connection, '')[0]}:installation`;

function compare(owner: string | null, installation: string, key: string): RedisFault[] {
  if (owner === null || owner === installation) return [];
  const sentence = `Another docfleet installation, with another PostgreSQL database, uses this Redis. Set REDIS_URL to another database of it (redis://host:6379/1), or REDIS_PREFIX to a name of this installation's own; if the other one is gone, delete the key ${key}`;
  return [{ sentence, isLasting: true }];
}

/** Looks whether this Redis is another installation's, and leaves no mark. */
async function findOtherInstallation(
  redis: RedisClient,
  connection: QueueConnection,
  installation: string,
): Promise<RedisFault[]> {
  const key = keyOf(connection);
  return compare(await redis.get(key), installation, key);
}

/** Marks this Redis as the installation's; jobs of two on one prefix would be taken by the wrong workers and dropped. */
async function markInstallation(
  redis: RedisClient,
  connection: QueueConnection,
  installation: string,
): Promise<RedisFault[]> {
  await redis.set(keyOf(connection), installation, 'NX');
  return findOtherInstallation(redis, connection, installation);
}

/** Returns what keeps a Redis from being the one of an installation's queues, one sentence each with the remedy; changes nothing in it. */
export const findQueueFaults = (connection: QueueConnection, installation: string): Promise<RedisFault[]> =>
  findRedisFaults(connection, (redis) => findOtherInstallation(redis, connection, installation));

/**
 * Rejects when Redis would evict jobs rather than refuse new ones, as BullMQ's scripts cannot bear keys that vanish, when it refuses the
 * user, and when it belongs to another installation; logs what may pass. One that does not answer now is not waited for: the fleet starts
 * without it, and the outbox waits. https://docs.bullmq.io/guide/going-to-production
 */
export async function requireLastingRedis(
  connection: QueueConnection,
  { installation, logger }: { readonly installation: string; readonly logger: Logger },
): Promise<void> {
  const faults = await findRedisFaults(connection, (redis) =>
    markInstallation(redis, connection, installation),
  );
  for (const { sentence, isLasting } of faults) {
    if (isLasting) throw new AppError('SERVICE_UNAVAILABLE', sentence, { details: { setting: 'REDIS_URL' } });
    logger.warn(sentence);
  }
}
