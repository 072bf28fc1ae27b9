import { Command } from 'commander';
import type { Cli } from './cli.ts';
import { addAskCommand } from './commands/ask.ts';
import { addConnectionCommands } from './commands/connections.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addDocumentCommands } from './commands/documents.ts';
import { addCandidatesCommand, addEvaluateCommand } from './commands/evaluate.ts';
import { addIngestCommand } from './commands/ingest.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLoginCommands } from './commands/login.ts';
import { addNamespaceCommands } from './commands/namespaces.ts';
import { addRunCommands } from './commands/runs.ts';
import { addSearchCommand } from './commands/search.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addCompletionCommand } from './completion/completion-command.ts';
import { addGlobalOptions } from './global-options.ts';

const exitCodesHelp = `
Exit codes: 0 success, 1 failure, 2 invalid usage, 3 not signed in or not permitted, 4 not found, 5 documents failed,
130 interrupted.

Examples:
  $ docfleet login
  $ docfleet namespace create notes && docfleet namespace use notes
  $ docfleet ingest ~/notes --watch
  $ docfleet search "who feeds the okapi?"
  $ docfleet ask "who feeds the okapi?"`;

/** All commands, ready to be given a command line. */
export function createProgram(cli: Cli): Command {
  const { output, errors } = cli.terminal;
  const program = new Command('docfleet')
    .description('Ingest documents, search them, and follow their processing.')
    .version(cli.version, '-V, --version', 'print the version')
    .configureOutput({
      writeOut: (text) => void output.write(text),
      // Errors are reported by the caller; the rest is help that was not requested.
      writeErr: (text) => void errors.write(text),
      outputError: () => {},
      getOutHelpWidth: () => output.columns ?? 100,
      getErrHelpWidth: () => errors.columns ?? 100,
    })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .addHelpText('after', exitCodesHelp)
    .exitOverride();
  addGlobalOptions(program);
  const adders = [
    addLoginCommands,
    addNamespaceCommands,
    addIngestCommand,
    addSearchCommand,
    addAskCommand,
    addEvaluateCommand,
    addCandidatesCommand,
    addDocumentCommands,
    addRunCommands,
    addConnectionCommands,
    addWebhookCommands,
    addKeyCommands,
    addDoctorCommand,
    addCompletionCommand,
  ];
  for (const add of adders) add(program, cli);
  return program;
}
