import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findProgram, startRedisProcess, throwAwayArguments } from './redis-process.ts';

test("a server whose port for the cluster's bus is taken is started on another one", async () => {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-redis-'));
  const other = createServer();
  const ports: number[] = [];
  const server = await startRedisProcess(await findProgram(directory), directory, async (port) => {
    ports.push(port);
    if (ports.length === 1) await once(other.listen(port + 10_000, '127.0.0.1'), 'listening');
    return [...throwAwayArguments(port), '--cluster-enabled', 'yes'];
  });
  expect([ports.length, server.port]).toEqual([2, ports[1]]);
  await server.kill();
  other.close();
  await rm(directory, { recursive: true });
});
