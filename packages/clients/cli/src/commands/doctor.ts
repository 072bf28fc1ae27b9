import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { CliFailure } from '../cli-failure.ts';
import { runChecks } from '../doctor/check.ts';
import type { GlobalOptions } from '../global-options.ts';
import { createSession, findAccount } from '../session.ts';
import { visibleLine } from '../terminal/visible-text.ts';

const marks = { fine: ['green', '✓'], doubtful: ['yellow', '!'], wrong: ['red', '✗'] } as const;

/** `doctor`. */
export function addDoctorCommand(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description('check address, clock, key, namespace and webhooks, and suggest fixes')
    .addHelpText(
      'after',
      '\nIt checks what is visible to a client; operators run npm run doctor. The exit code is 1 when a check fails.\n\nExamples:\n  $ docfleet doctor\n  $ docfleet doctor --namespace handbook --json',
    )
    .action(async (_: object, command: Command) => {
      const account = await findAccount(cli, command.optsWithGlobals<GlobalOptions>());
      const dates: number[] = [];
      const session = createSession(cli, command, account, { maxRetries: 1, fetch: noteDates(dates) });
      const { printer } = session;
      let wrong = 0;
      for await (const finding of runChecks(session, () => dates.at(-1))) {
        if (finding.state === 'wrong') wrong++;
        if (printer.isJson) await printer.item(finding);
        else {
          const [style, mark] = marks[finding.state];
          await printer.line(`${printer.paint(style, mark)} ${visibleLine(finding.message)}`);
          if (finding.advice !== null) await printer.line(`  ${visibleLine(finding.advice)}`);
        }
      }
      if (wrong > 0) throw new CliFailure(`Things that are wrong: ${wrong}`);
    });
}

/** Sends requests, and remembers when the service says that it answered. */
const noteDates =
  (dates: number[]): typeof fetch =>
  async (address, init) => {
    const response = await fetch(address, init);
    dates.push(Date.parse(response.headers.get('date') ?? ''));
    return response;
  };
