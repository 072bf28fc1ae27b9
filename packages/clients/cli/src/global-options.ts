import { type Command, Option } from 'commander';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly url?: string;
  readonly profile?: string;
  readonly namespace?: string;
  readonly tenant?: string;
  readonly json?: boolean;
  readonly color: boolean;
}

/** Adds them to the program; commands inherit them. */
export const addGlobalOptions = (program: Command): Command =>
  program
    .option('-n, --namespace <name>', 'the namespace to work on (DOCFLEET_NAMESPACE)')
    .option('--tenant <id>', 'limit the command to the documents of this tenant')
    .option('--profile <name>', 'use another stored address and key (DOCFLEET_PROFILE)')
    .option('--url <address>', 'the service (DOCFLEET_URL)')
    .option('--json', 'print JSON; lists print one object per line')
    .addOption(new Option('--no-json', 'print tables even into a pipe').default(undefined))
    .option('--no-color', 'print without colors (NO_COLOR)');
