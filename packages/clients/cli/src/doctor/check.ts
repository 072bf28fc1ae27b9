import { DocfleetError, type Webhook } from '@docfleet/sdk';
import { explainError } from '../cli-failure.ts';
import type { Session } from '../session.ts';

/** Result of one check. */
export interface Finding {
  readonly check: 'version' | 'address' | 'clock' | 'key' | 'namespace' | 'search' | 'webhook';
  readonly state: 'fine' | 'doubtful' | 'wrong';
  readonly message: string;
  readonly advice: string | null;
}

/** Signatures of webhooks are refused when they are older than five minutes. */
const maxSkewMs = 60_000;
const soonMs = 14 * 86_400_000;

const fine = (check: Finding['check'], message: string): Finding => ({
  check,
  state: 'fine',
  message,
  advice: null,
});

/** Checks the service from outside, one check after the other; stops at a failure that the next check depends on. */
export async function* runChecks(
  session: Session,
  serverTime: () => number | undefined,
): AsyncGenerator<Finding> {
  yield fine('version', `docfleet ${session.version} on Node ${process.versions.node}`);
  const key = await attempt('key', () => checkKey(session));
  const isReached = serverTime() !== undefined;
  if (!isReached) return void (yield* key.map((finding): Finding => ({ ...finding, check: 'address' })));
  yield fine('address', `${session.account.url} responds`);
  yield checkClock(serverTime() ?? Number.NaN);
  yield* key;
  if (key.some(({ state }) => state === 'wrong')) return;
  if (session.account.namespaceId === undefined)
    yield {
      check: 'namespace',
      state: 'doubtful',
      message: 'No namespace was chosen',
      advice: 'docfleet namespace use NAME, or --namespace NAME',
    };
  else yield* await attempt('namespace', () => checkNamespace(session, session.namespaceId()));
  yield* await attempt('webhook', () => checkWebhooks(session));
}

async function attempt(
  check: Finding['check'],
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof DocfleetError)) throw error;
    const { message, details, advice = null } = explainError(error);
    return [{ check, state: 'wrong', message: [message, ...details].join(': '), advice }];
  }
}

function checkClock(serverTime: number): Finding {
  const skewMs = Math.abs(Date.now() - serverTime);
  if (Number.isNaN(skewMs)) return fine('clock', 'The service does not report the time');
  const seconds = Math.round(skewMs / 1_000);
  if (skewMs <= maxSkewMs) return fine('clock', `The clocks are ${seconds} s apart`);
  return {
    check: 'clock',
    state: 'wrong',
    message: `The clocks are ${seconds} s apart`,
    advice:
      'Set the clock of this machine, or of the service: signatures of webhooks are refused after five minutes.',
  };
}

async function checkKey({ client }: Session): Promise<readonly Finding[]> {
  const { apiKey } = await client.apiKeys.current();
  const { id, scopes } = apiKey;
  const expiresAt = apiKey.expiresAt?.isoString;
  const message = `The key has the scope ${scopes.join(', ')}${expiresAt ? ` until ${expiresAt}` : ''}`;
  if (expiresAt === undefined || Date.parse(expiresAt) - Date.now() > soonMs) return [fine('key', message)];
  const advice = `It ends soon: docfleet keys rotate ${id}`;
  return [{ check: 'key', state: 'doubtful', message, advice }];
}

async function checkNamespace({ client }: Session, namespaceId: string): Promise<readonly Finding[]> {
  const { namespace } = await client.namespaces.get({ namespaceId });
  const { embeddingModelConfig, vectorStorageConfig, fileStorageConfig, webScraperConfig } = namespace;
  const providers = [embeddingModelConfig.provider, vectorStorageConfig.provider, fileStorageConfig.type];
  const counted = await client.documents.list({
    namespaceId,
    filterConfig: {},
    includeConfig: { documents: false, statsByStatus: true },
  });
  const failed = counted.statsByStatus?.find(({ status }) => status === 'FAILED')?.totalCount ?? 0;
  const total = (counted.statsByStatus ?? []).reduce((sum, { totalCount }) => sum + totalCount, 0);
  return [
    fine(
      'namespace',
      `${namespaceId} uses ${[...providers, webScraperConfig?.provider].filter(Boolean).join(', ')}`,
    ),
    failed === 0
      ? fine('namespace', `${namespaceId} has ${total} documents, and none failed`)
      : {
          check: 'namespace',
          state: 'doubtful',
          message: `${namespaceId} has ${total} documents, of which ${failed} failed`,
          advice: 'docfleet documents list --status failed, then docfleet documents get ID says why',
        },
    ...(await attempt('search', () => checkSearch(client, namespaceId))),
  ];
}

/** A search asks the model and the vector store, with the credentials that the namespace has. */
async function checkSearch(client: Session['client'], namespaceId: string): Promise<readonly Finding[]> {
  const start = performance.now();
  await client.search.semantic({ namespaceId, query: 'docfleet doctor', topK: 1 });
  return [
    fine(
      'search',
      `A search takes ${Math.round(performance.now() - start)} ms: model and vector store respond`,
    ),
  ];
}

async function checkWebhooks({ client }: Session): Promise<readonly Finding[]> {
  const { webhooks } = await client.webhooks.list();
  const ill = webhooks.filter(({ status, failingSince }) => status === 'DISABLED' || failingSince !== null);
  if (ill.length === 0) return [fine('webhook', `Webhooks: ${webhooks.length}, and none fails`)];
  return ill.map(describeIllness);
}

function describeIllness({ id, name, status, disabledReason, failingSince }: Webhook): Finding {
  return {
    check: 'webhook',
    state: 'doubtful',
    message:
      status === 'DISABLED'
        ? `The webhook ${name} is disabled${disabledReason ? `: ${disabledReason}` : ''}`
        : `The webhook ${name} fails since ${failingSince}`,
    advice: `docfleet webhooks deliveries ${id} --status failed shows its responses`,
  };
}
