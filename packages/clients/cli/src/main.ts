#!/usr/bin/env node
import { spawn } from 'node:child_process';
import * as http from 'node:http';
import packageJson from '../package.json' with { type: 'json' };
import { readEnvironment } from './environment.ts';
import { listenToSignals } from './interruption.ts';
import { runCli } from './run-cli.ts';

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
