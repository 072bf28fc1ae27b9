import { createDocfleetClient } from '@docfleet/sdk';
import type { Command } from 'commander';
import { readAddress } from '../arguments.ts';
import { CliFailure, exitCodes, misuse } from '../cli-failure.ts';
import { defineCommand, describeCommand } from '../define-command.ts';
import type { Cli } from '../environment.ts';
import { defaultProfile, type Profile, readProfiles, writeProfiles } from '../profiles/profile-store.ts';
import { type GlobalOptions, openPrinter } from '../session.ts';
import { ask, askSecretly, canAsk, readAll } from '../terminal/questions.ts';
import { visibleLine } from '../terminal/table.ts';

const defaultAddress = 'http://localhost:4000';

/** `login`, `logout`, `whoami`. */
export function addLoginCommands(program: Command, cli: Cli): void {
  describeCommand(program, {
    name: 'login',
    description: 'store the address of a service and an API key',
    options: [['--key-stdin', 'read the key from a pipe instead of asking']],
    notes:
      "The key is never taken from the command line, where other users and the shell's history would see it.",
    examples: [
      'docfleet login',
      'pass docfleet | docfleet login --url https://docfleet.example.com --key-stdin',
      'docfleet login --profile staging',
    ],
  }).action((options: { keyStdin?: boolean }, command: Command) => login(cli, command, options));
  describeCommand(program, {
    name: 'logout',
    description: 'forget the stored key',
    examples: ['docfleet logout', 'docfleet logout --profile staging'],
  }).action((_: object, command: Command) => logout(cli, command));
  whoami(program, cli);
}

async function login(cli: Cli, command: Command, { keyStdin }: { keyStdin?: boolean }): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { environment } = cli;
  const before = await readProfiles(environment.configDirectory);
  const name = options.profile ?? environment.profile ?? defaultProfile;
  const url = readAddress(await findAddress(cli, options.url ?? environment.url, keyStdin));
  const apiKey = keyStdin ? (await readAll(cli.terminal)).trim() : await askForKey(cli);
  const scopes = await tryKey(cli, url, apiKey);
  const profile: Profile = {
    url,
    apiKey,
    namespaceId: options.namespace ?? before.profiles[name]?.namespaceId,
  };
  const path = await writeProfiles(environment.configDirectory, {
    current: name,
    profiles: { ...before.profiles, [name]: profile },
  });
  const printer = openPrinter(cli, command);
  if (isInTheClear(url)) printer.note('The key goes over the network unencrypted: use https.');
  await printer.result({ profile: name, url, scopes, path }, [
    `${printer.paint('green', '✓')} Signed in to ${visibleLine(url)} with a key for ${scopes.join(', ')}`,
    printer.paint('dim', `  Stored in ${visibleLine(path)}`),
  ]);
}

async function findAddress(cli: Cli, given: string | undefined, keyStdin: boolean | undefined) {
  if (given !== undefined) return given;
  if (keyStdin || !canAsk(cli.terminal)) throw misuse('The address is missing', 'Pass it with --url.');
  return ask(cli.terminal, `Address [${defaultAddress}]: `, { usual: defaultAddress, signal: cli.signal });
}

async function askForKey(cli: Cli): Promise<string> {
  if (!canAsk(cli.terminal))
    throw misuse('The key cannot be asked for: this is not a terminal', 'Pipe it in with --key-stdin.');
  return askSecretly(cli.terminal, 'API key (not shown): ');
}

async function tryKey(cli: Cli, url: string, apiKey: string): Promise<readonly string[]> {
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new CliFailure('This is no API key', {
      advice: 'A key looks like df_live_<id>_<secret>.',
      exitCode: exitCodes.misused,
    });
  const client = createDocfleetClient({ baseUrl: url, apiKey, signal: cli.signal, maxRetries: 1 });
  return (await client.apiKeys.current()).apiKey.scopes;
}

const isInTheClear = (url: string) => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
};

async function logout(cli: Cli, command: Command): Promise<void> {
  const { environment } = cli;
  const before = await readProfiles(environment.configDirectory);
  const name = command.optsWithGlobals<GlobalOptions>().profile ?? environment.profile ?? before.current;
  const { [name]: forgotten, ...profiles } = before.profiles;
  if (!forgotten) throw new CliFailure(`There is no profile "${name}"`, { exitCode: exitCodes.notFound });
  const [first = defaultProfile] = Object.keys(profiles);
  const current = before.current === name ? first : before.current;
  await writeProfiles(environment.configDirectory, { current, profiles });
  await openPrinter(cli, command).result({ profile: name, url: forgotten.url }, [
    `Forgot the key for ${visibleLine(forgotten.url)}. It still works: docfleet keys revoke ends it.`,
  ]);
}

const whoami = defineCommand({
  name: 'whoami',
  description: 'show the service, the key and what it may do',
  examples: ['docfleet whoami', 'docfleet whoami --json'],
  async act({ account, client, printer }) {
    const { url, namespaceId = null, profileName } = account;
    const { apiKey } = await client.apiKeys.current();
    const { id: keyId, name, scopes } = apiKey;
    const value = { url, keyId, name, scopes, expiresAt: apiKey.expiresAt?.isoString ?? null, namespaceId };
    await printer.result({ profile: profileName, ...value }, [
      `Service    ${visibleLine(url)}`,
      `Key        ${visibleLine(`${keyId}  ${name}`)}`,
      `Scopes     ${scopes.join(', ')}`,
      ...(value.expiresAt === null ? [] : [`Expires    ${value.expiresAt}`]),
      `Namespace  ${visibleLine(namespaceId ?? 'none chosen: docfleet namespace use NAME')}`,
    ]);
  },
});
