import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** Address of one server, of a cluster, or of servers behind sentinels. */
interface RedisAddress {
  readonly kind: 'single' | 'cluster' | 'sentinel';
  readonly secure: boolean;
  /** Nodes of a cluster, from which the others are discovered, or the sentinels. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly username?: string;
  readonly password?: string;
  readonly database: number;
  /** Name of the master at the sentinels. */
  readonly master: string;
  /** Password of the sentinels themselves. */
  readonly sentinelPassword?: string;
  /** IPv4 or IPv6 alone; 0, or unset, for whichever a host has. */
  readonly family?: number;
}

const defaultPorts = { single: 6_379, cluster: 6_379, sentinel: 26_379 };
const defaultMaster = 'mymaster';
const form =
  /^(?<scheme>rediss?)(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<credentials>[^/?@]*)@)?(?<hosts>[^/?@]+)(?:\/(?<database>\d*))?(?:\?(?<query>.*))?$/;

/** A percent sign that encodes nothing is a part of the password. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readNode(text: string, defaultPort: number) {
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) };
}

const isOptionOf: Readonly<Record<string, (kind: RedisAddress['kind']) => boolean>> = {
  family: () => true,
  master: (kind) => kind === 'sentinel',
  sentinelPassword: (kind) => kind === 'sentinel',
};

/** Replacements for options that other clients take. */
const replacements: Readonly<Record<string, string>> = {
  db: 'write the number of the database as the path: redis://host:6379/1',
  database: 'write the number of the database as the path: redis://host:6379/1',
  password: 'write it before the host: redis://user:password@host:6379',
  username: 'write it before the host: redis://user:password@host:6379',
  tls: 'write rediss:// for TLS',
  ssl: 'write rediss:// for TLS',
  ssl_cert_reqs:
    'remove it: certificates are checked, and NODE_EXTRA_CA_CERTS names an authority of your own',
};

/** Returns the options of an address; throws for one that would be ignored. */
function readOptions(text: string | undefined, kind: RedisAddress['kind']) {
  const options = Object.fromEntries(new URLSearchParams(text));
  for (const name of Object.keys(options)) {
    if (isOptionOf[name]?.(kind)) continue;
    const advice =
      replacements[name] ??
      (isOptionOf[name]
        ? 'it belongs to redis+sentinel://'
        : 'remove it: family, master and sentinelPassword are known');
    throw new Error(`The address of Redis has the option ${name}, which would be ignored: ${advice}`);
  }
  const { family } = options;
  if (family !== undefined && !['0', '4', '6'].includes(family))
    throw new Error('The address of Redis has a family that is none of 4, 6 and 0, for either');
  return options;
}

/**
 * Parses an address: `redis://host:port/database`, `redis+cluster://host:port,host:port`, or
 * `redis+sentinel://host:port,host:port/database?master=name&sentinelPassword=…`, each with `user:password@` before the hosts,
 * `rediss` for TLS, and `?family=6` where hosts are to be reached by IPv6 alone. Throws a description of the fault, without the
 * password.
 */
export function parseRedisUrl(url: string): RedisAddress {
  const parts = form.exec(url)?.groups;
  if (!parts?.['hosts'])
    throw new Error(
      'This is not an address of one Redis, of a cluster or of sentinels, in which special characters of the password are encoded: @ as %40, / as %2F, ? as %3F',
    );
  const kind = (parts['kind'] ?? 'single') as RedisAddress['kind'];
  const [, username = '', password = ''] =
    /^([^:]*):?(.*)$/.exec(parts['credentials'] ?? '')?.map(decoded) ?? [];
  const { family, master = defaultMaster, sentinelPassword } = readOptions(parts['query'], kind);
  const nodes = parts['hosts'].split(',').map((host) => readNode(host, defaultPorts[kind]));
  const database = Number(parts['database'] || 0);
  if (kind === 'cluster' && database !== 0)
    throw new Error('The address of Redis names a database, and a Redis Cluster has only one');
  return {
    kind,
    secure: parts['scheme'] === 'rediss',
    nodes,
    ...(username && { username }),
    ...(password && { password }),
    database,
    master,
    ...(sentinelPassword && { sentinelPassword }),
    ...(family !== undefined && { family: Number(family) }),
  };
}

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
