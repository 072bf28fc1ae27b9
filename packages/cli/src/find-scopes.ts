import { type ApiKey, type DocfleetClient, DocfleetError } from '@docfleet/sdk';

interface Scopes {
  readonly scopes: readonly string[];
  /** What the service says of the key, which it says to admins alone. */
  readonly key?: ApiKey;
}

/** A run that cannot be, so that asking for its end changes nothing. */
const noRun = { namespaceId: 'docfleet', ingestJobRunId: '00000000-0000-7000-8000-000000000000' };

/** The id within a key, which may be shown; undefined for a key of another form. */
export const keyIdOf = (apiKey: string): string | undefined => /^df_live_([^_]+)_/.exec(apiKey)?.[1];

/** What a key may do, found out by what it is refused. Rejects with UNAUTHORIZED when it does not work. */
export async function findScopes(client: DocfleetClient, apiKey: string): Promise<Scopes> {
  if (!(await isRefused(client.apiKeys.list({ pageSize: 1 })))) {
    const key = await findKey(client, keyIdOf(apiKey));
    return { scopes: ['read', 'ingest', 'admin'], ...(key && { key }) };
  }
  const scopes = (await isRefused(client.runs.cancel(noRun))) ? ['read'] : ['read', 'ingest'];
  return { scopes };
}

async function findKey(client: DocfleetClient, id: string | undefined): Promise<ApiKey | undefined> {
  for await (const key of client.apiKeys.list({ pageSize: 100 })) if (key.id === id) return key;
  return undefined;
}

/** Whether the scope was what it failed for; that what was asked for is not there counts as allowed. */
async function isRefused(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return false;
  } catch (error) {
    if (!(error instanceof DocfleetError)) throw error;
    if (error.code === 'FORBIDDEN') return true;
    if (error.status === 404) return false;
    throw error;
  }
}
