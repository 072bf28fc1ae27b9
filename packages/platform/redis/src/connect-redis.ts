import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl, type RedisAddress } from './parse-redis-url.ts';

export { parseRedisUrl };

/** Client of the current master, or of a cluster. */
export type RedisClient = Redis | Cluster;

/** Timeouts and retries of a connection; see https://github.com/redis/ioredis for each. */
export type RedisConnectionOptions = Pick<
  RedisOptions,
  | 'commandTimeout'
  | 'connectTimeout'
  | 'enableOfflineQueue'
  | 'keyPrefix'
  | 'lazyConnect'
  | 'maxRetriesPerRequest'
  | 'socketTimeout'
>;

const retryDelay = (attempt: number) => Math.min(attempt * 200, 2_000);

/** A demoted master answers READONLY: the connection is opened again, to the new master. */
const isDemoted = ({ message }: Error) => message.startsWith('READONLY');

const keepName = (host: string, callback: (error: null, address: string) => void) => callback(null, host);

const familyOf = ({ family }: RedisAddress) => (family === undefined ? {} : { family });

function connectCluster(address: RedisAddress, options: RedisConnectionOptions): Cluster {
  const { username, password, secure, nodes } = address;
  const { enableOfflineQueue, lazyConnect, keyPrefix, ...node } = options;
  return new Cluster([...nodes], {
    clusterRetryStrategy: retryDelay,
    enableOfflineQueue,
    lazyConnect,
    keyPrefix,
    redisOptions: { ...node, username, password, ...familyOf(address), ...(secure && { tls: {} }) },
    // A certificate names hosts: their names must not be replaced by their addresses.
    ...(secure && { dnsLookup: keepName }),
  });
}

function connectWatched(address: RedisAddress, options: RedisConnectionOptions): Redis {
  const { username, password, sentinelPassword, secure, nodes, master, database } = address;
  return new Redis({
    ...options,
    sentinels: [...nodes],
    name: master,
    db: database,
    username,
    password,
    sentinelPassword,
    ...familyOf(address),
    ...(secure && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    retryStrategy: retryDelay,
    sentinelRetryStrategy: retryDelay,
    reconnectOnError: isDemoted,
  });
}

function connectSingle(address: RedisAddress, options: RedisConnectionOptions): Redis {
  const { username, password, secure, nodes, database } = address;
  return new Redis({
    ...options,
    ...nodes[0],
    ...familyOf(address),
    db: database,
    username,
    password,
    ...(secure && { tls: {} }),
    retryStrategy: retryDelay,
    reconnectOnError: isDemoted,
  });
}

/** Connects to what a REDIS_URL names: one server, a cluster, or the master that sentinels watch over; reconnects by itself. */
export function connectRedis(url: string, options: RedisConnectionOptions): RedisClient {
  const address = parseRedisUrl(url);
  if (address.kind === 'cluster') return connectCluster(address, options);
  if (address.kind === 'sentinel') return connectWatched(address, options);
  return connectSingle(address, options);
}
