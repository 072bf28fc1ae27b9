/** One server, a cluster, or servers that sentinels watch over. */
export interface RedisAddress {
  readonly kind: 'single' | 'cluster' | 'sentinel';
  readonly secure: boolean;
  /** Of a cluster some nodes, from which the others are discovered; otherwise the sentinels. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly username?: string;
  readonly password?: string;
  readonly database: number;
  /** What the sentinels call the master. */
  readonly master: string;
  /** Of the sentinels themselves. */
  readonly sentinelPassword?: string;
}

const usualPorts = { single: 6_379, cluster: 6_379, sentinel: 26_379 };
const usualMaster = 'mymaster';
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

function readNode(text: string, usualPort: number) {
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usualPort) };
}

/**
 * Takes an address apart: `redis://host:port/database`, `redis+cluster://host:port,host:port`, or
 * `redis+sentinel://host:port,host:port/database?master=name&sentinelPassword=…`, each with `user:password@` before the hosts and
 * `rediss` for TLS. Throws what is wrong, without the password.
 */
export function parseRedisUrl(url: string): RedisAddress {
  const parts = form.exec(url)?.groups;
  if (!parts?.['hosts'])
    throw new Error(
      'REDIS_URL is not an address of one Redis, of a cluster or of sentinels, in which special characters of the password are encoded: @ as %40, / as %2F, ? as %3F',
    );
  const kind = (parts['kind'] ?? 'single') as RedisAddress['kind'];
  const [, username = '', password = ''] =
    /^([^:]*):?(.*)$/.exec(parts['credentials'] ?? '')?.map(decoded) ?? [];
  const query = new URLSearchParams(parts['query']);
  const sentinelPassword = query.get('sentinelPassword');
  const nodes = parts['hosts'].split(',').map((host) => readNode(host, usualPorts[kind]));
  const database = Number(parts['database'] || 0);
  if (kind === 'cluster' && database !== 0)
    throw new Error('REDIS_URL names a database, and a Redis Cluster has only one');
  return {
    kind,
    secure: parts['scheme'] === 'rediss',
    nodes,
    ...(username && { username }),
    ...(password && { password }),
    database,
    master: query.get('master') ?? usualMaster,
    ...(sentinelPassword && { sentinelPassword }),
  };
}
