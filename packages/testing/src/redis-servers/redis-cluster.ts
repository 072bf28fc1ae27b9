import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { findProgram, type RedisProcess, startRedisProcess, throwAwayArguments } from './redis-process.ts';

export interface TestRedisCluster {
  readonly url: string;
  /** Returns the number of keys on each node. */
  countKeys(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

const masters = 3;
/** Number of hash slots of a cluster: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/ */
const slots = 16_384;
const formWithinMs = 30_000;

/** Assigns the hash slots to the nodes and waits until each node knows all assignments. */
async function form(nodes: readonly RedisProcess[]): Promise<void> {
  const share = Math.ceil(slots / nodes.length);
  for (const [index, node] of nodes.entries()) {
    const range = [index * share, Math.min((index + 1) * share, slots) - 1];
    await node.ask(async (redis) => {
      await redis.call('CLUSTER', 'ADDSLOTSRANGE', ...range);
      if (index > 0) await redis.call('CLUSTER', 'MEET', '127.0.0.1', String(nodes[0]?.port));
    });
  }
  await eventually(async () => {
    for (const { ask } of nodes) {
      const info = String(await ask((redis) => redis.call('CLUSTER', 'INFO')));
      if (!info.includes('cluster_state:ok')) throw new Error('The nodes have not found each other');
    }
  }, formWithinMs);
}

/** Starts a Redis Cluster of three masters without replicas. */
export async function startTestRedisCluster(): Promise<TestRedisCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-cluster-'));
  const program = await findProgram(directory);
  const startNode = () =>
    startRedisProcess(program, directory, (port) => [
      ...throwAwayArguments(port),
      ...['--cluster-enabled', 'yes', '--cluster-node-timeout', '5000'],
    ]);
  const nodes = await Promise.all(Array.from({ length: masters }, startNode));
  await form(nodes);
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    countKeys: () => Promise.all(nodes.map(({ ask }) => ask((redis) => redis.dbsize()))),
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await rm(directory, { recursive: true });
    },
  };
}
