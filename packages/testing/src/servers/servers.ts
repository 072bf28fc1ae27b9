import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { readConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

/** What all tests of a run share: one PostgreSQL, one Redis. */
export interface TestServers {
  /** Of a user with the right to create databases. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

/** A fleet that test files use one after the other, each with an organization of its own. */
export interface SharedFleet {
  readonly url: string;
  readonly pid: number;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly dataDirectory: string;
}

/** What the process that owns the servers is asked for: one line of JSON, and one line back. */
export type DeskRequest = { readonly kind: 'servers' } | { readonly kind: 'database' } | FleetRequest;

export interface FleetRequest {
  readonly kind: 'fleet';
  /** The settings that it has beside its own. */
  readonly environment: Readonly<Record<string, string>>;
}

export type DeskResponse = { readonly value: unknown } | { readonly failure: string };

/** Something that is in use until it is released; a worker that ends releases all that it has. */
export interface Lease<Value> {
  readonly value: Value;
  release(): void;
}

/** Names the port of the process that owns the servers. */
export const portVariable = 'DOCFLEET_TEST_SERVERS_PORT';

async function request<Value>(wanted: DeskRequest): Promise<Lease<Value>> {
  const { [portVariable]: port } = readConfig(z.object({ [portVariable]: z.coerce.number().optional() }));
  if (!port) throw new Error('Test servers exist only under jest with the globalSetup of @docfleet/testing');
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(`${JSON.stringify(wanted)}\n`);
  const [line] = await once(createInterface(socket), 'line');
  const response = JSON.parse(String(line)) as DeskResponse;
  if ('failure' in response) throw new Error(`The test servers did not start: ${response.failure}`);
  socket.unref();
  return { value: response.value as Value, release: () => void socket.destroy() };
}

async function takeForGood<Value>(wanted: DeskRequest): Promise<Value> {
  const { value, release } = await request<Value>(wanted);
  release();
  return value;
}

/** The servers of this run. The first call, in whichever worker, starts them; a run that never calls starts none. */
export const testServers = (): Promise<TestServers> => takeForGood({ kind: 'servers' });

/** The name of a database that no other test has, with all migrations applied and no rows; the caller drops it. */
export const takeDatabase = (): Promise<string> => takeForGood({ kind: 'database' });

/** A fleet with these settings, started if none of them is free. */
export const leaseFleet = (environment: FleetRequest['environment']): Promise<Lease<SharedFleet>> =>
  request({ kind: 'fleet', environment });
