import {
  type ApiKey,
  apiKeyStatus,
  createApiKey,
  findApiKey,
  findOrganizationOfApiKey,
  gracePeriodSeconds,
  idOfKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@docfleet/domain/api-key';
import type { ApiKeyScope, Database } from '@docfleet/domain/database';
import { findOrganization } from '@docfleet/domain/organization';
import type { Command } from 'commander';
import {
  OperatorFailure,
  type OutputOptions,
  readExpiry,
  readGracePeriod,
  readName,
  readRateLimit,
  readScopes,
  type Session,
  show,
  table,
} from './session.ts';

const pageSize = 1_000;

/** The id again; throws when there is no such organization. */
async function requireOrganization(database: Database, id: string): Promise<string> {
  if (await findOrganization(database, id)) return id;
  throw new OperatorFailure(`There is no organization ${id}: "organization list" shows those there are.`);
}

/** Every key of an organization, the newest first. */
async function findAllApiKeys(database: Database, organizationId: string): Promise<ApiKey[]> {
  const found: ApiKey[] = [];
  for (;;) {
    const page = await listApiKeys(database, organizationId, { size: pageSize, after: found.at(-1)?.id });
    found.push(...page.slice(0, pageSize));
    if (page.length <= pageSize) return found;
  }
}

/** A key as it is shown: with its status, without its secret. */
function describeApiKey(apiKey: ApiKey) {
  return { ...apiKey, prefix: `df_live_${apiKey.id}`, status: apiKeyStatus(apiKey) };
}

/** The output for a new key: the key itself, this once. */
async function describeNewKey(database: Database, organizationId: string, key: string) {
  const apiKey = describeApiKey(await findApiKey(database, organizationId, idOfKey(key)));
  return { value: { apiKey, key }, lines: [key, 'Keep it: it is not shown again.'] };
}

interface CreateOptions extends OutputOptions {
  readonly organization: string;
  readonly name: string;
  readonly scopes: ApiKeyScope[];
  readonly expiresAt?: Date;
  readonly rateLimit?: number;
}

const columns = ['ID', 'STATUS', 'SCOPES', 'LIMIT', 'CREATED', 'EXPIRES', 'LAST USED', 'NAME'];
const shownDate = (date: Date | null) => date?.toISOString().slice(0, 16) ?? '-';

function addCreate(apiKey: Command, session: Session): void {
  apiKey
    .command('create')
    .description('create a key and show it, this once')
    .requiredOption('--organization <id>', 'whose key it is')
    .requiredOption('--name <name>', 'what it is for', readName)
    .option('--scopes <scopes>', 'what it may do: read,ingest,admin', readScopes, ['read', 'ingest'])
    .option('--expires-at <time>', 'when it stops working, like 2030-01-31T00:00:00Z', readExpiry)
    .option('--rate-limit <number>', 'requests a minute, also above the usual limit', readRateLimit)
    .option('--json', 'print JSON')
    .action(async ({ organization, expiresAt, rateLimit, ...options }: CreateOptions) => {
      const shown = await session.withDatabase(async (database) => {
        const organizationId = await requireOrganization(database, organization);
        const limits = { expiresAt: expiresAt ?? null, rateLimitPerMinute: rateLimit ?? null };
        const { name, scopes } = options;
        const key = await createApiKey(database, { organizationId, name, scopes, ...limits });
        return await describeNewKey(database, organizationId, key);
      });
      show(session, options, shown);
    });
}

function addList(apiKey: Command, session: Session): void {
  apiKey
    .command('list')
    .description('list the keys of an organization, the newest first')
    .requiredOption('--organization <id>', 'whose keys')
    .option('--json', 'print JSON')
    .action(async ({ organization, ...options }: OutputOptions & { organization: string }) => {
      const found = await session.withDatabase(async (database) =>
        findAllApiKeys(database, await requireOrganization(database, organization)),
      );
      const value = found.map(describeApiKey);
      const rows = value.map((key) => [
        key.id,
        key.status,
        key.scopes.join(','),
        key.rateLimitPerMinute?.toString() ?? '-',
        ...[key.createdAt, key.expiresAt, key.lastUsedAt].map(shownDate),
        key.name,
      ]);
      show(session, options, { value, lines: table(columns, rows) });
    });
}

function addRotate(apiKey: Command, session: Session): void {
  apiKey
    .command('rotate')
    .description('put a new key in the place of one and show it, this once')
    .argument('<id>', 'the 16 characters after df_live_')
    .option(
      '--grace-period-seconds <number>',
      'how long the old key goes on working',
      readGracePeriod,
      gracePeriodSeconds.default,
    )
    .option('--json', 'print JSON')
    .action(async (id: string, options: OutputOptions & { gracePeriodSeconds: number }) => {
      const shown = await session.withDatabase(async (database) => {
        const actor = { organizationId: await findOrganizationOfApiKey(database, id), apiKeyId: null };
        const gracePeriodMs = options.gracePeriodSeconds * 1_000;
        const key = await rotateApiKey(database, actor, { id, gracePeriodMs });
        return await describeNewKey(database, actor.organizationId, key);
      });
      show(session, options, shown);
    });
}

function addRevoke(apiKey: Command, session: Session): void {
  apiKey
    .command('revoke')
    .description('end a key for good, also the last admin key')
    .argument('<id>', 'the 16 characters after df_live_')
    .option('--json', 'print JSON')
    .action(async (id: string, options: OutputOptions) => {
      const revoked = await session.withDatabase(async (database) => {
        const organizationId = await findOrganizationOfApiKey(database, id);
        return await revokeApiKey(database, { organizationId, apiKeyId: null }, id);
      });
      const lines = [`Revoked ${id}: it stops working within 3 seconds`];
      show(session, options, { value: { apiKey: describeApiKey(revoked) }, lines });
    });
}

/** `api-key create|list|rotate|revoke`. */
export function addApiKeyCommands(program: Command, session: Session): void {
  const apiKey = program.command('api-key').description('keys of the API');
  addCreate(apiKey, session);
  addList(apiKey, session);
  addRotate(apiKey, session);
  addRevoke(apiKey, session);
}
