import { openDatabase } from '@docfleet/domain/database';
import { Command, CommanderError } from 'commander';
import { addApiKeyCommands } from './api-key-commands.ts';
import type { OperatorConfig } from './config.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { findDatabaseUrl } from './find-database-url.ts';
import { addMasterKeyCommand } from './master-key-command.ts';
import { addMigrateCommand } from './migrate-command.ts';
import { explainFailure, FoundSomething } from './operator-failure.ts';
import { addOrganizationCommands } from './organization-commands.ts';
import type { Session } from './session.ts';

export interface Terminal {
  readonly config: OperatorConfig;
  /** A sentence for each setting of the environment that is misspelt or blank. */
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
