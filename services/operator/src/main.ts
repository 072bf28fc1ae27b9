/** `npm run operator -- <command>`, `npm run doctor`: organizations, API keys and the consistency of the stores, beside the API. */

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { openVault, type Resealing, resealSecrets } from '@docfleet/domain/master-key';
import { createOrganization, findOrganization, listOrganizations } from '@docfleet/domain/organization';
import { quotaLimits, readOwnQuotas, readStored, setOwnQuotas } from '@docfleet/domain/quota';
import { AppError } from '@docfleet/errors';
import { findUnknownMigrations, migrateDatabase } from '@docfleet/migrations';
import { findSuspectSettings, jsonSetting, readConfig } from '@docfleet/runtime/config';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';
import { addApiKeyCommands } from './api-key-commands.ts';
import { type OperatorConfig, operatorConfig } from './config.ts';
import { addDoctorCommand } from './doctor-command.ts';
import {
  explainFailure,
  FoundSomething,
  OperatorFailure,
  type OutputOptions,
  readName,
  readWith,
  type Session,
  show,
  table,
} from './session.ts';

type Quotas = ReturnType<typeof readQuotas>;

const readQuotas = readWith(
  jsonSetting(quotaLimits),
  'JSON like {"organization":{"documents":1000,"bytes":1000000000,"chunks":100000,"pages":1000},"namespace":{},"tenant":{}}',
);

async function changeQuotas(
  database: Database,
  id: string,
  { set, reset = false }: { readonly set?: Quotas; readonly reset?: boolean },
) {
  if (!(await findOrganization(database, id)))
    throw new AppError('NOT_FOUND', 'There is no organization with this id: see `organization list`');
  if (set || reset) await setOwnQuotas(database, id, set);
  const quotas = await readOwnQuotas(database, id);
  return { quotas: quotas ?? null, stored: await readStored(database, { organizationId: id }) };
}

/** `organization quota`. */
function addQuotaCommand(organization: Command, session: Session): void {
  organization
    .command('quota')
    .description('show or set what an organization, each of its namespaces and each of its tenants may store')
    .argument('<id>', 'id of the organization')
    .option('--set <json>', 'its quotas, in place of those of STORAGE_QUOTAS amount by amount', readQuotas)
    .option('--reset', 'have it use those of STORAGE_QUOTAS alone')
    .option('--json', 'print JSON')
    .action(async (id: string, options: OutputOptions & { set?: Quotas; reset?: boolean }) => {
      const value = await session.withDatabase((database) => changeQuotas(database, id, options));
      const lines = [
        `Its own quotas: ${value.quotas ? JSON.stringify(value.quotas) : 'none'}`,
        `Stored: ${JSON.stringify(value.stored)}`,
      ];
      show(session, options, { value, lines });
    });
}

async function reseal(session: Session): Promise<Resealing[]> {
  const { MASTER_KEY, OTHER_MASTER_KEYS } = session.config;
  if (!MASTER_KEY)
    throw new OperatorFailure(
      'MASTER_KEY is not set. Set it to the new key, and OTHER_MASTER_KEYS to the old.',
    );
  return session.withDatabase(async (database) => {
    const keys = { masterKey: MASTER_KEY, otherMasterKeys: OTHER_MASTER_KEYS };
    return Array.fromAsync(resealSecrets(database, await openVault(database, keys)));
  });
}

function refuseUnreadable(resealings: readonly Resealing[]): void {
  const left = resealings.filter(({ unreadable }) => unreadable > 0);
  if (left.length === 0) return;
  const places = left.map(({ name, unreadable }) => `${unreadable} of ${name}`).join(', ');
  throw new OperatorFailure(
    `No given key opens ${places}. They were left as they are; name their key in OTHER_MASTER_KEYS and run this again.`,
  );
}

/** `rotate-master-key`. */
function addMasterKeyCommand(program: Command, session: Session): void {
  program
    .command('rotate-master-key')
    .description('encrypt all credentials with MASTER_KEY that keys of OTHER_MASTER_KEYS have encrypted')
    .addHelpText(
      'after',
      '\nThe fleet works on meanwhile, if every process has both keys. It may be stopped and run again: docs/guides/security.md.',
    )
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const resealings = await reseal(session);
      const rows = resealings.map(({ name, resealed, unreadable }) => [name, `${resealed}`, `${unreadable}`]);
      const lines = table(['SECRETS', 'ENCRYPTED ANEW', 'UNREADABLE'], rows);
      show(session, options, { value: resealings, lines });
      refuseUnreadable(resealings);
    });
}

/** `organization create|quota|list`. */
function addOrganizationCommands(program: Command, session: Session): void {
  const organization = program.command('organization').description('owners of namespaces and keys');

  organization
    .command('create')
    .description('create an organization')
    .argument('<name>', 'its name', readName)
    .option('--json', 'print JSON')
    .action(async (name: string, options: OutputOptions) => {
      const id = await session.withDatabase((database) => createOrganization(database, name));
      show(session, options, { value: { id, name }, lines: [`Created the organization ${id}`] });
    });

  addQuotaCommand(organization, session);

  organization
    .command('list')
    .description('list the organizations, the oldest first')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const found = await session.withDatabase(listOrganizations);
      const rows = found.map(({ id, createdAt, name }) => [id, createdAt.toISOString(), name]);
      show(session, options, { value: found, lines: table(['ID', 'CREATED', 'NAME'], rows) });
    });
}

/** `migrate`. */
function addMigrateCommand(program: Command, session: Session): void {
  program
    .command('migrate')
    .description(
      'bring the database to this version; safe while the version before works, and from several places at once',
    )
    .action(async () => {
      const url = await session.findDatabaseUrl();
      await migrateDatabase(url);
      const unknown = await findUnknownMigrations(url).catch(() => []);
      session.print(
        unknown.length === 0
          ? 'The database is at this version\n'
          : `The database is at a newer version: it has ${unknown.length} migrations that this one does not know, the last of them ${unknown.sort().at(-1)}. The version before it still works with it; an older one needs a backup of its own time\n`,
      );
    });
}

/** File that a fleet keeps while it runs. */
const readyFile = z.object({ databaseUrl: z.string() });

/** The database that is set, or the one of the fleet that runs on this machine. */
async function findDatabaseUrl({ DATABASE_URL, DATA_DIR }: OperatorConfig): Promise<string> {
  if (DATABASE_URL) return DATABASE_URL;
  try {
    const text = await readFile(join(DATA_DIR, 'ready.json'), 'utf8');
    return readyFile.parse(JSON.parse(text)).databaseUrl;
  } catch (cause) {
    throw new OperatorFailure(
      `No fleet runs with its data in ${resolve(DATA_DIR)}. Start it, set DATA_DIR to its folder, or DATABASE_URL to its database.`,
      { cause },
    );
  }
}

interface Terminal {
  readonly config: OperatorConfig;
  /** A sentence for each setting of the environment that is misspelled or blank. */
  readonly suspectSettings?: readonly string[];
  /** Whether the output is a terminal: a pipe gets JSON from the commands that say so. */
  readonly isTerminal: boolean;
  /** Standard output. */
  print(text: string): void;
  /** Standard error. */
  complain(text: string): void;
}

const exitCodes = { done: 0, failed: 1, misused: 2 } as const;

function openSession({ config, isTerminal, print, suspectSettings = [] }: Terminal): Session {
  return {
    config,
    isTerminal,
    suspectSettings,
    print,
    findDatabaseUrl: () => findDatabaseUrl(config),
    async withDatabase(work) {
      const database = openDatabase({ url: await findDatabaseUrl(config), poolSize: 1 });
      try {
        return await work(database);
      } finally {
        await database.$disconnect();
      }
    },
  };
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('operator')
    .description(
      'Manages organizations, API keys and the master key, also when no key is left, and compares what the stores hold with the database.',
    )
    .addHelpText(
      'after',
      '\nIt works on DATABASE_URL, or on the fleet that runs with its data in DATA_DIR (.docfleet).\nExit codes: 0 done, 1 failed, 2 misused.',
    )
    .configureOutput({ writeOut: terminal.print, writeErr: terminal.complain })
    .exitOverride()
    .showHelpAfterError('(--help says how it is used)');
  const session = openSession(terminal);
  addMigrateCommand(program, session);
  addOrganizationCommands(program, session);
  addApiKeyCommands(program, session);
  addMasterKeyCommand(program, session);
  addDoctorCommand(program, session);
  return program;
}

/** Runs one command line and returns its exit code: 0 done, 1 failed, 2 misused. */
export async function runOperator(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has said already what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.misused;
    if (error instanceof FoundSomething) return exitCodes.failed;
    terminal.complain(`${explainFailure(error)}\n`);
    return exitCodes.failed;
  }
}

process.exitCode = await runOperator(process.argv.slice(2), {
  config: readConfig(operatorConfig),
  suspectSettings: findSuspectSettings(),
  isTerminal: process.stdout.isTTY,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});
