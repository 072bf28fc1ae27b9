import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { type ConnectionSettings, createDatabase, dropDatabase } from './connection.ts';
import { runWithLockRetries } from './retrying-scripts.ts';

const require = createRequire(import.meta.url);
const wasmPackage = dirname(require.resolve('@prisma/schema-engine-wasm'));

// Node has it; TypeScript declares it only for browsers.
declare const WebAssembly: {
  instantiate(code: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Method = (parameters: unknown) => Promise<unknown>;
export type SchemaEngine = Record<string, Method>;

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
export async function openSchemaEngine(options: {
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
