import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { readConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

/** What all tests of a run share: one PostgreSQL, one Redis, one migrated database to copy. */
export interface TestServers {
  /** Of a user who may create databases. */
  readonly databaseUrl: string;
  /** Has all migrations applied and is never connected to, so that it can be copied at any time. */
  readonly templateDatabase: string;
  readonly redisUrl: string;
}

export type TestServersReply = TestServers | { readonly failure: string };

/** Tells the workers where the process that owns the servers listens. */
export const portVariable = 'DOCFLEET_TEST_SERVERS_PORT';

/** The servers of this run. The first call, in whichever worker, starts them; a run that never calls starts none. */
export async function testServers(): Promise<TestServers> {
  const { [portVariable]: port } = readConfig(z.object({ [portVariable]: z.coerce.number().optional() }));
  if (!port) throw new Error('Test servers exist only under jest with the globalSetup of @docfleet/testing');
  const reply = JSON.parse(await text(connect({ port, host: '127.0.0.1' }))) as TestServersReply;
  if ('failure' in reply) throw new Error(`The test servers did not start: ${reply.failure}`);
  return reply;
}
