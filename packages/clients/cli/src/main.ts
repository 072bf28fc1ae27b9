#!/usr/bin/env node
import { spawn } from 'node:child_process';
import * as http from 'node:http';
import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { CliFailure, type Explanation, exitCodes, explainError, Interrupted } from './cli-failure.ts';
import { addConnectionCommands } from './commands/connections.ts';
import { addDocumentCommands } from './commands/documents.ts';
import { addCandidatesCommand, addEvaluateCommand } from './commands/evaluate.ts';
import { addIngestCommand } from './commands/ingest.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLoginCommands } from './commands/login.ts';
import { addNamespaceCommands } from './commands/namespaces.ts';
import { addRunCommands } from './commands/runs.ts';
import { addAskCommand, addSearchCommand } from './commands/search.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addCompletionCommand } from './completion/completion-command.ts';
import { describeCommand } from './define-command.ts';
import { runChecks } from './doctor/check.ts';
import { type Cli, readEnvironment } from './environment.ts';
import { addGlobalOptions, createSession, findAccount, type GlobalOptions } from './session.ts';
import { visibleJson, visibleLine } from './terminal/table.ts';

const marks = { fine: ['green', '✓'], doubtful: ['yellow', '!'], wrong: ['red', '✗'] } as const;

/** `doctor`. */
function addDoctorCommand(program: Command, cli: Cli): void {
  describeCommand(program, {
    name: 'doctor',
    description: 'check address, clock, key, namespace and webhooks, and suggest fixes',
    notes:
      'It checks what is visible to a client; operators run npm run doctor. The exit code is 1 when a check fails.',
    examples: ['docfleet doctor', 'docfleet doctor --namespace handbook --json'],
  }).action(async (_: object, command: Command) => {
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

/** Says what went wrong, why, and what to do; as one line of JSON with --json. */
function showError(
  { terminal: { errors }, environment }: Pick<Cli, 'terminal' | 'environment'>,
  { exitCode: _, ...explanation }: Explanation,
  { json, color }: { json: boolean | undefined; color: boolean },
): void {
  if (json) return void errors.write(`${visibleJson({ error: explanation })}\n`);
  const { message, details, advice, requestId } = explanation;
  if (explanation.code === 'INTERRUPTED') return void errors.write(`${message}\n`);
  const isColored = Boolean(errors.isTTY) && color && !environment.isColorless;
  const mark = isColored ? styleText('red', '✗', { validateStream: false }) : '✗';
  const lines = [
    `${mark} ${visibleLine(message)}`,
    ...details.map((detail) => `  ${visibleLine(detail)}`),
    ...(advice === undefined ? [] : [`  ${visibleLine(advice)}`]),
    ...(requestId === undefined ? [] : [`  Request ${visibleLine(requestId)}`]),
  ];
  errors.write(`${lines.join('\n')}\n`);
}

/** Runs one command line and returns its exit code. */
export async function runCli(args: readonly string[], cli: Cli): Promise<number> {
  const program = createProgram(cli);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Help was asked for, and shown.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    // Help was shown instead of what is missing.
    if (error instanceof CommanderError && error.code === 'commander.help') return exitCodes.misused;
    // Ctrl-C may break a connection before the reason of its end arrives.
    const explanation = explainError(cli.signal.aborted ? cli.signal.reason : error);
    const { json, color = true } = program.opts<{ json?: boolean; color?: boolean }>();
    showError(cli, explanation, { json, color });
    return explanation.exitCode;
  }
}

interface Signals {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** npm and the terminal may both report the same Ctrl-C. */
const oneKeystrokeMs = 1_000;

/** Creates a signal that the first Ctrl-C aborts, so that work in progress can end cleanly; a second Ctrl-C exits at once. */
export function listenToSignals(program: Signals): AbortSignal {
  const controller = new AbortController();
  let since = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    program.on(name, () => {
      if (!controller.signal.aborted) {
        since = Date.now();
        controller.abort(new Interrupted('Interrupted'));
      } else if (Date.now() - since > oneKeystrokeMs) program.exit(exitCodes.interrupted);
    });
  return controller.signal;
}

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', linux: 'xdg-open' };

/** Without a browser on this machine, the address on the screen is used. */
function openBrowser(address: string): void {
  const opener = openers[process.platform];
  if (opener)
    spawn(opener, [address], { stdio: 'ignore', detached: true })
      .once('error', () => {})
      .unref();
}

// HTTPS_PROXY, HTTP_PROXY and NO_PROXY, as curl reads them. Node before 24.14 reads them with NODE_USE_ENV_PROXY=1 alone.
if ('setGlobalProxyFromEnv' in http) http.setGlobalProxyFromEnv();

// `docfleet … | head` has seen enough; a full disk has not.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`✗ The output could not be written: ${error.message}\n`);
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const exitCode = await runCli(process.argv.slice(2), {
  terminal: { input: process.stdin, output: process.stdout, errors: process.stderr },
  environment: readEnvironment(),
  signal: listenToSignals(process),
  version: packageJson.version,
  openBrowser,
});
process.exitCode = exitCode;
