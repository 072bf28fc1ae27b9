import { type ClientOptions, createDocfleetClient, type DocfleetClient } from '@docfleet/sdk';
import { type Command, Option } from 'commander';
import { isAddress } from './arguments.ts';
import { CliFailure, exitCodes, misuse } from './cli-failure.ts';
import type { Cli } from './environment.ts';
import { type Profile, readProfiles } from './profiles/profile-store.ts';
import { createPrinter, type Printer } from './terminal/printer.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly url?: string;
  readonly profile?: string;
  readonly namespace?: string;
  readonly tenant?: string;
  readonly json?: boolean;
  readonly color: boolean;
}

/** Adds the global options to the program; commands inherit them. */
export const addGlobalOptions = (program: Command): Command =>
  program
    .option('-n, --namespace <name>', 'the namespace to work on (DOCFLEET_NAMESPACE)')
    .option('--tenant <id>', 'limit the command to the documents of this tenant')
    .option('--profile <name>', 'use another stored address and key (DOCFLEET_PROFILE)')
    .option('--url <address>', 'the service (DOCFLEET_URL)')
    .option('--json', 'print JSON; lists print one object per line')
    .addOption(new Option('--no-json', 'print tables even into a pipe').default(undefined))
    .option('--no-color', 'print without colors (NO_COLOR)');

/** Service, namespace and credentials that a command uses. */
export interface Account {
  readonly url: string;
  readonly apiKey: string;
  readonly namespaceId: string | undefined;
  readonly tenantId: string | undefined;
  /** The stored profile that was asked for, or is the current one. */
  readonly profileName: string;
}

/** A signed-in command. */
export interface Session extends Cli {
  readonly account: Account;
  readonly client: DocfleetClient;
  readonly printer: Printer;
  /** The namespace to work on; refuses when none was chosen. */
  namespaceId(): string;
}

/** A printer as the options of the command ask for it. */
export function openPrinter({ terminal, environment }: Cli, command: Command): Printer {
  const { json, color } = command.optsWithGlobals<GlobalOptions>();
  return createPrinter(terminal, { json, isColorless: environment.isColorless || !color });
}

/** Finds address and key: options come before the environment, and that before the stored profile. */
export async function openSession(cli: Cli, command: Command): Promise<Session> {
  const account = await findAccount(cli, command.optsWithGlobals<GlobalOptions>());
  return createSession(cli, command, account);
}

/** A session of an account that is known. */
export function createSession(
  cli: Cli,
  command: Command,
  account: Account,
  clientOptions: Pick<ClientOptions, 'fetch' | 'maxRetries'> = {},
): Session {
  const { url, apiKey, tenantId } = account;
  return {
    ...cli,
    account,
    printer: openPrinter(cli, command),
    client: createDocfleetClient({
      baseUrl: url,
      apiKey,
      ...(tenantId !== undefined && { tenantId }),
      signal: cli.signal,
      ...clientOptions,
    }),
    namespaceId() {
      if (account.namespaceId !== undefined) return account.namespaceId;
      throw misuse(
        'No namespace was chosen',
        'Choose one for good with docfleet namespace use NAME, or for once with --namespace NAME.',
      );
    },
  };
}

/** Address and key of a command, and the namespace, if one was chosen. */
export async function findAccount(
  { environment }: Pick<Cli, 'environment'>,
  options: GlobalOptions,
): Promise<Account> {
  const { current, profiles } = await readProfiles(environment.configDirectory);
  const wanted = options.profile ?? environment.profile;
  const profileName = wanted ?? current;
  const profile: Profile | undefined = Object.hasOwn(profiles, profileName)
    ? profiles[profileName]
    : undefined;
  if (wanted !== undefined && !profile)
    throw misuse(`There is no profile "${wanted}"`, `Make it: docfleet login --profile ${wanted}`);
  const url = options.url ?? environment.url ?? profile?.url;
  if (url === undefined) throw notSignedIn('You are not signed in');
  if (!isAddress(url))
    throw misuse(
      `${url} is not an address: it must be an address like https://docfleet.example.com`,
      'Correct --url or DOCFLEET_URL.',
    );
  const apiKey = readKey(environment.apiKey) ?? keyFor(url, profile);
  return {
    url,
    apiKey,
    namespaceId: options.namespace ?? environment.namespaceId ?? profile?.namespaceId,
    tenantId: options.tenant,
    profileName,
  };
}

/** The key without white space around it. The message must not show it. */
function readKey(given: string | undefined): string | undefined {
  const apiKey = given?.trim();
  if (apiKey === undefined || /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw misuse(
    'DOCFLEET_API_KEY is no API key: it has a line break, a blank or another character that keys do not have',
    'A key looks like df_live_<id>_<secret>.',
  );
}

/** A stored key is sent only to the service that it is for. */
function keyFor(url: string, profile: Profile | undefined): string {
  if (profile && sameAddress(url, profile.url)) return profile.apiKey;
  throw notSignedIn(`No key is known for ${url}`);
}

const sameAddress = (one: string, other: string) => one.replace(/\/+$/, '') === other.replace(/\/+$/, '');

const notSignedIn = (message: string) =>
  new CliFailure(message, {
    advice: 'Sign in with docfleet login, or set DOCFLEET_URL and DOCFLEET_API_KEY.',
    exitCode: exitCodes.notAllowed,
  });
