#!/usr/bin/env node
// Speaks the protocol of Prisma's native schema engine (arguments, JSON-RPC lines), backed by the WebAssembly build of the
// same engine: the Prisma CLI then works where its native binary cannot be downloaded. It finds this file through
// PRISMA_SCHEMA_ENGINE_BINARY.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { canConnect, createDatabase, dropDatabase, readConnectionUrl } from './connection.ts';
import { openSchemaEngine, type SchemaEngine } from './wasm-engine.ts';

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
