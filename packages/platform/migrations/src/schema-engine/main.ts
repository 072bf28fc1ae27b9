#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
// Speaks the protocol of Prisma's native schema engine (arguments, JSON-RPC lines), backed by the WebAssembly build of the
// same engine: the Prisma CLI then works where its native binary cannot be downloaded. It finds this file through
// PRISMA_SCHEMA_ENGINE_BINARY.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import {
  type ConnectionSettings,
  canConnect,
  createDatabase,
  dropDatabase,
  readConnectionUrl,
  runWithLockRetries,
} from './connection.ts';

const require = createRequire(import.meta.url);
const wasmPackage = dirname(require.resolve('@prisma/schema-engine-wasm'));

// Node has it; TypeScript declares it only for browsers.
declare const WebAssembly: {
  instantiate(code: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Method = (parameters: unknown) => Promise<unknown>;
type SchemaEngine = Record<string, Method>;

const internalCharOid = 18;
const textOid = 25;

/** The adapter has no mapping for PostgreSQL's internal "char" type, which catalogue queries return: it is read as text. */
function readingCharAsText(adapter: Adapter): Adapter {
  const raw = adapter as unknown as {
    performIO(query: unknown): Promise<{ fields?: { dataTypeID: number }[] }>;
  };
  const performIO = raw.performIO.bind(adapter);
  raw.performIO = async (query) => {
    const result = await performIO(query);
    for (const field of result.fields ?? [])
      if (field.dataTypeID === internalCharOid) field.dataTypeID = textOid;
    return result;
  };
  return adapter;
}

/** The adapter splits scripts at every semicolon, also inside of function bodies, and runs each part separately. */
function runningWholeScripts(adapter: Adapter): Adapter {
  const raw = adapter as unknown as {
    client: { query(script: string): Promise<unknown> };
    onError(error: unknown): never;
    executeScript(script: string): Promise<void>;
  };
  raw.executeScript = async (script) => {
    const query = (text: string) => raw.client.query(text);
    await runWithLockRetries(query, script).catch((error: unknown) => raw.onError(error));
  };
  return adapter;
}

/** A lock of a session would stay with a pooler's connection for ever: `withMigrationLock` holds one instead. */
function withoutSessionLock(adapter: Adapter): Adapter {
  const raw = adapter as unknown as { performIO(query: { sql: string }): Promise<unknown> };
  const performIO = raw.performIO.bind(adapter);
  raw.performIO = (query) => {
    const sql = query.sql.replace('pg_advisory_lock(', 'pg_try_advisory_xact_lock(');
    return performIO(Object.assign({}, query, { sql }));
  };
  return adapter;
}

const patched = (adapter: Adapter, { isPooled }: ConnectionSettings): Adapter => {
  const whole = runningWholeScripts(readingCharAsText(adapter));
  return isPooled ? withoutSessionLock(whole) : whole;
};

/** Connects the engine to a database, and to shadow databases that it creates and drops. */
class SchemaEngineAdapterFactory extends PrismaPg {
  readonly #settings: ConnectionSettings;

  constructor(settings: ConnectionSettings) {
    super({ ...settings, max: 4 });
    this.#settings = settings;
  }

  override async connect() {
    return patched(await super.connect(), this.#settings);
  }

  // The original drops the shadow database before it closes its own connections.
  override async connectToShadowDb() {
    const shadow = { ...this.#settings, database: `prisma_shadow_${randomUUID()}` };
    await createDatabase(shadow);
    const adapter = patched(await new PrismaPg(shadow).connect(), shadow);
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await dispose();
      await dropDatabase(shadow);
    };
    return adapter;
  }
}

interface WasmModule {
  __wbg_set_wasm(exports: Record<string, unknown>): void;
  SchemaEngine: Record<
    'new',
    (
      options: { datamodels?: [string, string][] },
      log: (line: string) => void,
      factory: unknown,
    ) => Promise<SchemaEngine>
  >;
}

async function loadModule(log: (line: string) => void): Promise<WasmModule> {
  // The engine reports panics through this global, which must exist before it runs.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: log } });
  const module = (await import(join(wasmPackage, 'schema_engine_bg.js'))) as WasmModule;
  const { instance } = await WebAssembly.instantiate(
    readFileSync(join(wasmPackage, 'schema_engine_bg.wasm')),
    {
      './schema_engine_bg.js': module,
    },
  );
  module.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
  return module;
}

/** Opens the WebAssembly build of Prisma's schema engine on a database. `datamodels` are pairs of path and text. */
async function openSchemaEngine(options: {
  settings: ConnectionSettings;
  datamodels: [string, string][];
  log: (line: string) => void;
}): Promise<SchemaEngine> {
  const { settings, datamodels, log } = options;
  const module = await loadModule(log);
  const factory = bindMigrationAwareSqlAdapterFactory(new SchemaEngineAdapterFactory(settings));
  // An empty list makes the engine panic.
  return module.SchemaEngine.new(datamodels.length > 0 ? { datamodels } : {}, log, factory);
}

interface Call {
  readonly id: number;
  readonly method?: string;
  readonly params: { migrationsList?: { migrationDirectories: unknown[] }; filters?: unknown };
}

const argumentList = process.argv.slice(2);
const valuesOf = (name: string) =>
  argumentList.flatMap((argument, index) => (argument === name ? [argumentList[index + 1] ?? ''] : []));

function log(level: string, message: string, fields: object = {}): string {
  return `${JSON.stringify({ timestamp: new Date().toISOString(), level, fields: { message, ...fields }, target: 'schema_engine::logger' })}\n`;
}

function readSettings() {
  const { url } = JSON.parse(valuesOf('--datasource')[0] ?? '{}') as { url?: string };
  return readConnectionUrl(url || 'postgresql://localhost');
}

const prismaErrorCodes: Record<string, string> = {
  '3D000': 'P1003',
  '28P01': 'P1000',
  ECONNREFUSED: 'P1001',
};

/** `cli can-connect-to-database | create-database | drop-database`: returns the exit code, and writes one line to standard error. */
async function runCommand(command: string | undefined): Promise<number> {
  process.stderr.write(log('INFO', 'started')); // The CLI ignores the first line.
  try {
    const settings = readSettings();
    if (command === 'can-connect-to-database') await canConnect(settings);
    else if (command === 'create-database') await createDatabase(settings);
    else if (command === 'drop-database') await dropDatabase(settings);
    return 0;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    process.stderr.write(
      log('ERROR', message || code, { is_panic: false, error_code: prismaErrorCodes[code] ?? 'P1001' }),
    );
    return 1;
  }
}

function createEngineOnce(): () => Promise<SchemaEngine> {
  let engine: Promise<SchemaEngine> | undefined;
  return () =>
    (engine ??= openSchemaEngine({
      settings: readSettings(),
      datamodels: valuesOf('--datamodels').map((file) => [file, readFileSync(file, 'utf8')]),
      log: (line) => process.stderr.write(`${line}\n`),
    }));
}

async function handleCall(call: Call, getEngine: () => Promise<SchemaEngine>): Promise<unknown> {
  if (call.method === 'createDatabase') {
    const settings = readSettings();
    await createDatabase(settings);
    return { databaseName: settings.database };
  }
  const engine = await getEngine();
  const { migrationsList, filters } = call.params;
  if (
    ['evaluateDataLoss', 'createMigration'].includes(call.method ?? '') &&
    migrationsList?.migrationDirectories.length
  ) {
    // These two do not pass on the factory of the shadow database; diagnosing first fills the cache that they read.
    await engine['diagnoseMigrationHistory']?.({ migrationsList, filters, optInToShadowDatabase: true });
  }
  const method = call.method === 'getDatabaseVersion' ? 'version' : (call.method ?? '');
  return engine[method]?.(call.params);
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

async function serve(line: string, getEngine: () => Promise<SchemaEngine>): Promise<void> {
  const call = JSON.parse(line) as Call;
  if (!call.method) return;
  try {
    const result = (await handleCall(call, getEngine)) as { stdout?: string } | undefined;
    if (call.method === 'diff' && result?.stdout != null)
      send({ id: 1_000_000 + call.id, method: 'print', params: { content: result.stdout } });
    send({ id: call.id, result: result ?? {} });
  } catch (error) {
    const { message, code, meta = {} } = error as { message?: string; code?: string; meta?: object };
    const data = { is_panic: false, message: message ?? String(error), error_code: code, meta };
    send({
      id: call.id,
      error: { code: 4466, message: 'An error happened. Check the data field for details.', data },
    });
  }
}

async function main(): Promise<number> {
  if (argumentList.includes('--version') || argumentList[0] === '-V') {
    process.stdout.write('schema-engine-cli 0edf323efd1d98336f3f0a68684b56f689b900d3\n');
    return 0;
  }
  const command = argumentList.indexOf('cli');
  if (command >= 0) return runCommand(argumentList[command + 1]);
  const getEngine = createEngineOnce();
  for await (const line of createInterface({ input: process.stdin })) await serve(line, getEngine);
  return 0;
}

process.exitCode = await main();
process.stdout.end(() => process.exit());
