import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { readConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

/** Servers that all tests of a run share: one PostgreSQL, one Redis. */
export interface TestServers {
  /** URL of PostgreSQL for a user with the right to create databases. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

/** Fleet that test files use in turn, each with an organization of its own. */
export interface SharedFleet {
  readonly url: string;
  readonly pid: number;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly dataDirectory: string;
}

/** Request to the process that owns the servers: one line of JSON, answered with one line of JSON. */
export type DeskRequest = { readonly kind: 'servers' } | { readonly kind: 'database' } | FleetRequest;

export interface FleetRequest {
  readonly kind: 'fleet';
  /** Settings besides those of every fleet. */
  readonly environment: Readonly<Record<string, string>>;
}

export type DeskResponse = { readonly value: unknown } | { readonly failure: string };

/** Resource in use until it is released; a worker that exits releases all of its own. */
export interface Lease<Value> {
  readonly value: Value;
  release(): void;
}

/** Environment variable with the port of the process that owns the servers. */
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

/** Returns the servers of this run. The first call of any worker starts them; a run without a call starts none. */
export const testServers = (): Promise<TestServers> => takeForGood({ kind: 'servers' });

/** Returns the name of a database that no other test has, with all migrations applied and no rows; the caller drops it. */
export const takeDatabase = (): Promise<string> => takeForGood({ kind: 'database' });

/** Leases a fleet with these settings; starts one if none is free. */
export const leaseFleet = (environment: FleetRequest['environment']): Promise<Lease<SharedFleet>> =>
  request({ kind: 'fleet', environment });
