import { createApiKey, idOfKey } from '@docfleet/domain/api-key';
import type { Database } from '@docfleet/domain/database';
import { createOrganization } from '@docfleet/domain/organization';
import {
  beginEvaluation,
  completeEvaluation,
  readEvaluationWork,
  recordResult,
} from '@docfleet/evaluations/rows/work';
import { openApiDocument } from '../src/http/openapi.ts';
import { routes } from '../src/routes.ts';
import { type Caller, createCaller } from './call.ts';
import { embedDocument } from './embed-document.ts';
import { createResponseJudge } from './response-judge.ts';
import { localConfigs, type TestGateway } from './start-test-gateway.ts';

/** Ids of what exists in one namespace, by what a slot of a request holds. */
export type Place = Readonly<Record<string, string>>;

/** Contents of one organization. Its namespaces and documents have the same names as those of the others. */
export interface World {
  readonly organizationId: string;
  readonly keys: TestGateway['keys'];
  /** Calls with the organization's admin key. */
  readonly call: Caller;
  /** In the namespace `shared`, without a tenant. */
  readonly own: Place;
  /** In the namespace `shared`, of the tenant `t1`. */
  readonly tenant: Place;
  /** In a namespace whose name no other organization has. */
  readonly elsewhere: Place;
}

/** Ids that a POST to a path creates, by the name of the parameter that takes them. */
const createdByPost: Readonly<Record<string, { path: string; body: (namespaceId: string) => object }>> = {
  apiKeyId: { path: '/v1/api-keys', body: () => ({ name: 'spare', scopes: ['read'] }) },
  webhookId: { path: '/v1/webhooks', body: () => ({ name: 'hook', url: 'https://127.0.0.1:9/hook' }) },
  connectionId: {
    path: '/v1/connections',
    body: (namespaceId) => ({ namespaceId, name: 'mine', connector: 'NOTION' }),
  },
};
/** OAuth clients of the connections of a namespace. */
const notionConfig = { clientId: 'docfleet-app', clientSecret: 'example' };

const isServed = (method: string, path: string) =>
  routes.some((route) => route.method === method && route.path === path);

/** The first `id` in a response, however deep. */
function firstId(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if ('id' in value && typeof value.id === 'string') return value.id;
  return Object.values(value).map(firstId).find(Boolean);
}

/** Two of each, so that their lists have a second page; the ids of the last. */
async function createByPost(call: Caller, namespaceId: string, tenant: object): Promise<Place> {
  const served = Object.entries(createdByPost).filter(([, { path }]) => isServed('post', path));
  const ids = served.map(async ([name, { path, body }]) => {
    const json = body(namespaceId);
    await call('POST', path, { json, ...tenant });
    const result = await call('POST', path, { json, ...tenant });
    const id = firstId(result.body.data);
    if (!id) throw new Error(`POST ${path} made nothing: ${result.text}`);
    return [name, id];
  });
  return Object.fromEntries(await Promise.all(ids));
}

/** Two deliveries of a webhook, so that their list has a second page; the id of the last. */
async function deliver(call: Caller, webhookId: string | undefined, tenant: object): Promise<Place> {
  if (!webhookId) return {};
  const path = `/v1/webhooks/${webhookId}/test`;
  await call('POST', path, tenant);
  const result = await call('POST', path, tenant);
  const deliveryId = result.body.data?.deliveryId ?? firstId(result.body.data);
  if (!deliveryId) throw new Error(`POST ${path} made nothing: ${result.text}`);
  return { deliveryId };
}

/** Completes an evaluation without results. */
async function complete(database: Database, evaluationId: string): Promise<void> {
  const work = await readEvaluationWork(database, evaluationId, 10);
  if (!work) throw new Error(`The evaluation ${evaluationId} has ended`);
  const { config, questions } = work;
  const configuration = { config, embeddingModel: {}, configuration: {} };
  await beginEvaluation(database, evaluationId, { namespaceVersion: 1, ...configuration });
  const metrics = { ndcg: 0, recall: 0, reciprocalRank: 0, hit: 0 };
  for (const { questionId } of questions)
    await recordResult(database, { evaluationId, questionId }, { metrics, ranking: [], durationMs: 1 });
  await completeEvaluation(database, evaluationId);
}

/** Two golden sets, each with two questions and two evaluations; the ids of the last. */
async function createGoldenSets(
  { call, database }: { call: Caller; database: Database },
  { namespaceId, documentId }: { namespaceId: string; documentId: string },
  tenant: { readonly tenantId?: string },
): Promise<Place> {
  if (!isServed('post', '/v1/namespaces/{namespaceId}/golden-sets')) return {};
  const base = `/v1/namespaces/${namespaceId}`;
  const relevant = [{ documentId }];
  let place: Place = {};
  for (const name of ['first', 'second']) {
    const json = { name: `${name} ${tenant.tenantId ?? ''}` };
    const goldenSetId =
      firstId((await call('POST', `${base}/golden-sets`, { json, ...tenant })).body.data) ?? '';
    const questions = `${base}/golden-sets/${goldenSetId}/questions`;
    const written = { questions: ['one?', 'two?'].map((question) => ({ question, relevant })) };
    await call('POST', questions, { json: written, ...tenant });
    const questionId = firstId((await call('GET', questions, tenant)).body.data) ?? '';
    const evaluation = await call('POST', `${base}/evaluations`, { json: { goldenSetId }, ...tenant });
    const evaluationId = firstId(evaluation.body.data);
    if (!evaluationId) throw new Error(`POST ${base}/evaluations made nothing: ${evaluation.text}`);
    await complete(database, evaluationId);
    place = { goldenSetId, questionId, evaluationId, baselineId: evaluationId };
  }
  return place;
}

interface PlaceOptions {
  readonly gateway: Pick<TestGateway, 'context' | 'organizationId'>;
  readonly call: Caller;
  readonly namespaceId: string;
  readonly tenantId?: string;
  /** Id of the key that makes it all. */
  readonly callerKeyId: string;
}

/** Fills a namespace: two documents, the first of them embedded, with their runs, and one of everything else that is served. */
async function fillPlace(options: PlaceOptions): Promise<Place> {
  const { gateway, call, namespaceId, tenantId, callerKeyId } = options;
  const tenant = tenantId ? { tenantId } : {};
  const externalId = `${gateway.organizationId}-${namespaceId}-${tenantId ?? 'none'}`;
  const ingest = async (name: string, config: object) => {
    const ingestConfig = { source: 'TEXT', config: { name, text: `${name} text`, ...config } };
    const result = await call('POST', '/v1/ingest/text', { json: { namespaceId, ingestConfig }, ...tenant });
    return result.body.data;
  };
  await ingest('second', {});
  const { ingestJobRunId, documents } = await ingest('first', { externalId, metadata: { team: 'a' } });
  const documentId = documents[0].id;
  await embedDocument(gateway, namespaceId, documentId, ['first text', 'its end']);
  const listed = await call('POST', '/v1/documents', {
    json: {
      namespaceId,
      filterConfig: { documentIds: [documentId] },
      includeConfig: { parsedTextFileUrl: true },
    },
  });
  const token = listed.body.data.documents[0].parsedTextFileUrl.split('/').at(-1);
  const created = await createByPost(call, namespaceId, tenant);
  const delivery = await deliver(call, created['webhookId'], tenant);
  const golden = await createGoldenSets(
    { call, database: gateway.context.database },
    { namespaceId, documentId },
    tenant,
  );
  // The objects by their names in the forms of other APIs.
  const forms = {
    vectorStoreId: namespaceId,
    modelId: namespaceId,
    fileId: documentId,
    knowledge_id: namespaceId,
  };
  const ingested = { namespaceId, documentId, ingestJobRunId, externalId, token, ...forms };
  return { ...ingested, callerKeyId, ...created, ...delivery, ...golden };
}

/** Makes an organization with its keys and what it has; all but organization and keys through the API itself. */
export async function createWorld(gateway: TestGateway, name: string, configs: object = {}): Promise<World> {
  const { database } = gateway.context;
  const organizationId = await createOrganization(database, name);
  const keyOf = (scope: 'admin' | 'ingest' | 'read') =>
    createApiKey(database, { organizationId, name: scope, scopes: [scope] });
  const [admin, ingest, read] = await Promise.all([keyOf('admin'), keyOf('ingest'), keyOf('read')]);
  const call = createCaller(gateway.url, admin, createResponseJudge(openApiDocument(routes)));
  const only = `only-${name}`;
  for (const namespace of ['shared', only])
    await call('POST', '/v1/namespaces?validate=false', {
      json: { name: namespace, ...localConfigs, notionConfig, ...configs },
    });
  const place = { gateway: { ...gateway, organizationId }, call, callerKeyId: idOfKey(admin) };
  const own = await fillPlace({ ...place, namespaceId: 'shared' });
  const tenant = await fillPlace({ ...place, namespaceId: 'shared', tenantId: 't1' });
  const elsewhere = await fillPlace({ ...place, namespaceId: only });
  return { organizationId, keys: { admin, ingest, read }, call, own, tenant, elsewhere };
}
