import { type ApiKey, apiKeyStatus, findApiKey, idOfKey, listApiKeys } from '@docfleet/domain/api-key';
import type { Database } from '@docfleet/domain/database';
import { findOrganization } from '@docfleet/domain/organization';
import { OperatorFailure } from './operator-failure.ts';

const pageSize = 1_000;

/** The id again; throws when there is no such organization. */
export async function requireOrganization(database: Database, id: string): Promise<string> {
  if (await findOrganization(database, id)) return id;
  throw new OperatorFailure(`There is no organization ${id}: "organization list" shows those there are.`);
}

/** Every key of an organization, the newest first. */
export async function findAllApiKeys(database: Database, organizationId: string): Promise<ApiKey[]> {
  const found: ApiKey[] = [];
  for (;;) {
    const page = await listApiKeys(database, organizationId, { size: pageSize, after: found.at(-1)?.id });
    found.push(...page.slice(0, pageSize));
    if (page.length <= pageSize) return found;
  }
}

/** A key as it is shown: with its status, without its secret. */
export function describeApiKey(apiKey: ApiKey) {
  return { ...apiKey, prefix: `df_live_${apiKey.id}`, status: apiKeyStatus(apiKey) };
}

/** The output for a new key: the key itself, this once. */
export async function describeNewKey(database: Database, organizationId: string, key: string) {
  const apiKey = describeApiKey(await findApiKey(database, organizationId, idOfKey(key)));
  return { value: { apiKey, key }, lines: [key, 'Keep it: it is not shown again.'] };
}
