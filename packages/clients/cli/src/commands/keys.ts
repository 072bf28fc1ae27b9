import type { ApiKey } from '@docfleet/sdk';
import type { Command } from 'commander';
import { readInteger, readSome } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { addLimit, type LimitOptions, limited, pageSizeFor } from '../list-limit.ts';
import { openSession } from '../session.ts';
import { age } from '../terminal/age.ts';
import type { Columns, Printer } from '../terminal/printer.ts';
import { confirm } from '../terminal/questions.ts';
import { visibleLine } from '../terminal/visible-text.ts';

const scopeNames = ['READ', 'INGEST', 'ADMIN'] as const;
const maxGraceSeconds = 30 * 86_400;
const dayMs = 86_400_000;

const columns: Columns<ApiKey> = {
  ID: ({ id }) => id,
  STATUS: ({ status }) => status,
  SCOPES: ({ scopes }) => scopes.join(','),
  CREATED: ({ createdAt }) => age(createdAt.isoString),
  EXPIRES: ({ expiresAt }) => age(expiresAt?.isoString),
  'LAST USED': ({ lastUsedAt }) => age(lastUsedAt?.isoString),
  NAME: ({ name }) => name,
};

interface CreateOptions {
  readonly scope?: readonly (typeof scopeNames)[number][];
  readonly expiresInDays?: number;
  readonly rateLimit?: number;
}

/** `keys list|create|rotate|revoke`. */
export function addKeyCommands(program: Command, cli: Cli): void {
  const keys = program.command('keys').description('manage API keys (requires an admin key)');
  addLimit(keys.command('list').description('list the keys, the newest first'))
    .addHelpText('after', '\nExamples:\n  $ docfleet keys list')
    .action(async (options: LimitOptions, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      const found = client.apiKeys.list({ pageSize: pageSizeFor(options) });
      await printer.list(limited(found, options), columns, 'There are no keys.');
    });
  addCreate(keys, cli);
  addRotate(keys, cli);
  addRevoke(keys, cli);
}

function addCreate(keys: Command, cli: Cli): void {
  keys
    .command('create')
    .description('create a key and print it, once')
    .argument('<name>', 'what it is for')
    .option(
      '--scope <scope>',
      'what it may do: read, ingest, admin; repeatable (read,ingest)',
      readSome(scopeNames),
    )
    .option('--expires-in-days <number>', 'unset: never', readInteger(1, 36_500))
    .option('--rate-limit <number>', 'requests a minute', readInteger(1, 1_000_000))
    .addHelpText(
      'after',
      '\nPiped, the key is in the field "key".\n\nExamples:\n  $ docfleet keys create "nightly import" --scope ingest --expires-in-days 90\n  $ docfleet keys create ci --scope read --json | jq -r .key | gh secret set DOCFLEET_API_KEY',
    )
    .action(async (name: string, options: CreateOptions, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      const { scope, expiresInDays, rateLimit } = options;
      const created = await client.apiKeys.create({
        name,
        ...(scope && { scopes: scope.map((one) => one.toLowerCase() as ApiKey['scopes'][number]) }),
        ...(expiresInDays && { expiresAt: new Date(Date.now() + expiresInDays * dayMs).toISOString() }),
        ...(rateLimit && { rateLimitPerMinute: rateLimit }),
      });
      await showKey(printer, created);
    });
}

function addRotate(keys: Command, cli: Cli): void {
  keys
    .command('rotate')
    .description('replace a key and print the new one, once')
    .argument('<id>')
    .option(
      '--grace-seconds <number>',
      'how long the old one goes on working',
      readInteger(0, maxGraceSeconds),
    )
    .addHelpText(
      'after',
      '\nThe old key works for another day by default; 0 for one that has leaked.\n\nExamples:\n  $ docfleet keys rotate ID --grace-seconds 3600',
    )
    .action(async (apiKeyId: string, { graceSeconds }: { graceSeconds?: number }, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      const grace = graceSeconds === undefined ? {} : { gracePeriodSeconds: graceSeconds };
      await showKey(printer, await client.apiKeys.rotate({ apiKeyId, ...grace }));
    });
}

function addRevoke(keys: Command, cli: Cli): void {
  keys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<id>')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', '\nExamples:\n  $ docfleet keys revoke ID')
    .action(async (apiKeyId: string, { yes }: { yes?: boolean }, command: Command) => {
      const { client, printer, terminal, signal } = await openSession(cli, command);
      await confirm(terminal, `End the key ${visibleLine(apiKeyId)} for good?`, { yes, signal });
      const { apiKey } = await client.apiKeys.revoke({ apiKeyId });
      await printer.result(apiKey, [`Revoked ${apiKey.id}: it stops working within 3 seconds`]);
    });
}

function showKey(printer: Printer, { apiKey, key }: { apiKey: ApiKey; key: string }): Promise<void> {
  return printer.result({ ...apiKey, key }, [
    `${printer.paint('bold', visibleLine(key))}`,
    printer.paint(
      'dim',
      `Keep it: no command shows it again. It may ${apiKey.scopes.join(', ')}; its id is ${apiKey.id}`,
    ),
  ]);
}
