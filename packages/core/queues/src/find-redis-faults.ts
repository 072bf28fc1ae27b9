import type { RedisClient } from '@docfleet/redis/connection';
import { connectProducer, type QueueConnection } from './connection.ts';

const wantedPolicy = 'noeviction';
/** Connections of a fleet of one process of each service: a producer and a cache each, and a worker a queue. */
const fleetConnections = 40;

/** A fault of a Redis server; `isLasting` is false of what may pass by itself. */
export interface RedisFault {
  readonly sentence: string;
  readonly isLasting: boolean;
}

/** Returns what keeps a connected Redis from being used for queues, one sentence each with the remedy; rejects with what Redis refuses. */
async function readRedisFaults(redis: RedisClient): Promise<RedisFault[]> {
  const text = `${await redis.info('memory')}\n${await redis.info('clients')}`;
  const value = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(text)?.[1];
  const faults: RedisFault[] = [];
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
  return { sentence: `Redis does not answer: ${message || 'no connection'}`, isLasting: false };
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
