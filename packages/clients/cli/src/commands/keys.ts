import type { ApiKey } from '@docfleet/sdk';
import { readInteger, readSome } from '../arguments.ts';
import { defineCommand, defineGroup, defineList } from '../define-command.ts';
import type { Columns, Printer } from '../terminal/printer.ts';
import { age, visibleLine } from '../terminal/table.ts';

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

const list = defineList({
  name: 'list',
  description: 'list the keys, the newest first',
  examples: ['docfleet keys list'],
  columns,
  none: 'There are no keys.',
  find: ({ client }, { pageSize }) => client.apiKeys.list({ pageSize }),
});

interface CreateOptions {
  readonly scope?: readonly (typeof scopeNames)[number][];
  readonly expiresInDays?: number;
  readonly rateLimit?: number;
}

const create = defineCommand<string, CreateOptions>({
  name: 'create',
  description: 'create a key and print it, once',
  argument: ['<name>', 'what it is for'],
  options: [
    [
      '--scope <scope>',
      'what it may do: read, ingest, admin; repeatable (read,ingest)',
      readSome(scopeNames),
    ],
    ['--expires-in-days <number>', 'unset: never', readInteger(1, 36_500)],
    ['--rate-limit <number>', 'requests a minute', readInteger(1, 1_000_000)],
  ],
  notes: 'Piped, the key is in the field "key".',
  examples: [
    'docfleet keys create "nightly import" --scope ingest --expires-in-days 90',
    'docfleet keys create ci --scope read --json | jq -r .key | gh secret set DOCFLEET_API_KEY',
  ],
  async act({ client, printer }, name, { scope, expiresInDays, rateLimit }) {
    const created = await client.apiKeys.create({
      name,
      ...(scope && { scopes: scope.map((one) => one.toLowerCase() as ApiKey['scopes'][number]) }),
      ...(expiresInDays && { expiresAt: new Date(Date.now() + expiresInDays * dayMs).toISOString() }),
      ...(rateLimit && { rateLimitPerMinute: rateLimit }),
    });
    await showKey(printer, created);
  },
});

const rotate = defineCommand<string, { graceSeconds?: number }>({
  name: 'rotate',
  description: 'replace a key and print the new one, once',
  argument: ['<id>'],
  options: [
    ['--grace-seconds <number>', 'how long the old one goes on working', readInteger(0, maxGraceSeconds)],
  ],
  notes: 'The old key works for another day by default; 0 for one that has leaked.',
  examples: ['docfleet keys rotate ID --grace-seconds 3600'],
  async act({ client, printer }, apiKeyId, { graceSeconds }) {
    const grace = graceSeconds === undefined ? {} : { gracePeriodSeconds: graceSeconds };
    await showKey(printer, await client.apiKeys.rotate({ apiKeyId, ...grace }));
  },
});

const revoke = defineCommand<string>({
  name: 'revoke',
  description: 'revoke a key permanently',
  argument: ['<id>'],
  examples: ['docfleet keys revoke ID'],
  question: (apiKeyId) => `End the key ${visibleLine(apiKeyId)} for good?`,
  async act({ client, printer }, apiKeyId) {
    const { apiKey } = await client.apiKeys.revoke({ apiKeyId });
    await printer.result(apiKey, [`Revoked ${apiKey.id}: it stops working within 3 seconds`]);
  },
});

function showKey(printer: Printer, { apiKey, key }: { apiKey: ApiKey; key: string }): Promise<void> {
  const kept = `Keep it: no command shows it again. It may ${apiKey.scopes.join(', ')}; its id is ${apiKey.id}`;
  return printer.result({ ...apiKey, key }, [
    printer.paint('bold', visibleLine(key)),
    printer.paint('dim', kept),
  ]);
}

/** `keys list|create|rotate|revoke`. */
export const addKeyCommands = defineGroup(
  { name: 'keys', description: 'manage API keys (requires an admin key)' },
  [list, create, rotate, revoke],
);
