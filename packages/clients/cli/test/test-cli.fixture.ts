import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Cli, Environment } from '../src/environment.ts';
import { runCli } from '../src/main.ts';

interface TestCliOptions {
  readonly environment?: Partial<Environment>;
  readonly input?: string;
  readonly isTerminal?: boolean;
  readonly signal?: AbortSignal;
}

interface TestCli {
  readonly cli: Cli;
  /** Runs a command line; returns its exit code, and what it printed. */
  run(...args: string[]): Promise<{ exitCode: number; output: string; errors: string }>;
}

/** A command line without a terminal, or with one that shows what it was sent. */
export function createTestCli(options: TestCliOptions = {}): TestCli {
  const { input = '', isTerminal = false, signal = new AbortController().signal } = options;
  const stream = () => Object.assign(new PassThrough(), { isTTY: isTerminal, columns: 80 });
  const terminal = { input: stream(), output: stream(), errors: stream() };
  terminal.input.end(input);
  const environment: Environment = {
    url: undefined,
    apiKey: undefined,
    namespaceId: undefined,
    profile: undefined,
    isColorless: false,
    configDirectory: join(tmpdir(), 'docfleet-cli-none'),
    cacheDirectory: join(tmpdir(), 'docfleet-cli-none'),
    workingDirectory: tmpdir(),
    ...options.environment,
  };
  const cli: Cli = { terminal, environment, signal, version: '1.2.3', openBrowser() {} };
  const printed = (from: PassThrough) => String(from.read() ?? '');
  return {
    cli,
    async run(...args) {
      const exitCode = await runCli(args, cli);
      return { exitCode, output: printed(terminal.output), errors: printed(terminal.errors) };
    },
  };
}
