import type { ServerResponse } from 'node:http';
import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../../stub-server.ts';
import { sendFaulty, type VendorFault } from '../vendor-fault.ts';
import { type Described, openDescription } from './description.ts';
import { type QdrantEngine, startEngine } from './engine.ts';
import { QdrantRefusal } from './refusal.ts';
import {
  checkFilter,
  checkSearch,
  type Filter,
  requireAtMost,
  type Search,
  type StoredCollection,
  type StrictMode,
} from './strict-mode.ts';

const maxRequestBytes = 32 * 1024 * 1024;
/** Milliseconds after which a change is visible that no caller waits for. */
const unawaitedMs = 300;

export interface QdrantServerOptions {
  /** Python with the engine; see `findPython`. */
  readonly python: string;
  /** API key that is accepted; default: `test-key`. */
  readonly apiKey?: string;
  /** Version that the server says it is; default: that of its description. */
  readonly version?: string;
  readonly strictMode?: StrictMode;
  /** Number of last requests that are kept; all by default. */
  readonly remember?: number;
  /** Returns the fault of a request, if any. A response or `hang` replaces the request's effect; `cut` and `truncated` follow it. */
  readonly fault?: (
    request: StubRequest,
  ) => StubResponse | Extract<VendorFault, { kind: 'hang' | 'cut' | 'truncated' }> | undefined;
}

export interface QdrantServer extends StubServer {
  /** Names of the collections that there are. */
  collections(): string[];
  /** Removes a collection, as an operator may. */
  removeCollection(name: string): void;
  /** Has a collection built its indexes, as a server does by itself after a while. */
  optimize(collection: string): Promise<void>;
  /** Kills what has the data as a power cut would, and starts it again; requests are refused meanwhile. */
  restart(): Promise<void>;
}

interface State {
  readonly options: Required<QdrantServerOptions>;
  readonly engine: QdrantEngine;
  readonly described: Described;
  readonly collections: Map<string, StoredCollection>;
}

interface Body {
  readonly points?: readonly { readonly id: string }[] | readonly string[];
  readonly ids?: readonly string[];
  readonly filter?: Filter;
  readonly searches?: readonly Search[];
  readonly limit?: number;
  readonly exact?: boolean;
  readonly key?: string;
  readonly field_name?: string;
  readonly field_schema?: { readonly type: string; readonly is_tenant?: boolean };
}

/** A request for one collection that there is. */
interface Call {
  readonly name: string;
  readonly collection: StoredCollection;
  readonly body: Body;
  readonly request: StubRequest;
}

type Handler = (state: State, call: Call) => Promise<unknown>;

const refuse = (status: number, message: string): never => {
  throw new QdrantRefusal(status, message);
};

const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function checkIds({ points = [], ids = [] }: Body): void {
  const all = [...ids, ...points.map((point) => (typeof point === 'object' ? point.id : point))];
  const odd = all.find((id) => !idForm.test(id));
  if (odd !== undefined)
    refuse(
      400,
      `Format error in JSON body: value ${odd} is not a valid point ID, valid values are either an unsigned integer or a UUID`,
    );
}

/** Changes points: at once if the caller waits, else a while later, ignoring the outcome. */
async function change(
  { engine }: State,
  { name, body, request }: Call,
  operation: string,
): Promise<{ operation_id: number; status: string }> {
  const work = () => engine.run(name, operation, body);
  if (request.query.get('wait') === 'true') {
    await work();
    return { operation_id: 1, status: 'completed' };
  }
  setTimeout(() => void work().catch(() => undefined), unawaitedMs).unref();
  return { operation_id: 1, status: 'acknowledged' };
}

const changing =
  (operation: string): Handler =>
  (state, call) => {
    const { strictMode } = state.options;
    checkIds(call.body);
    if (operation === 'upsert' || operation === 'update_vectors')
      requireAtMost(call.body.points?.length, strictMode.upsert_max_batchsize, 'upsert limit');
    checkFilter(call.collection, strictMode, call.body.filter, strictMode.unindexed_filtering_update);
    return change(state, call, operation);
  };

const reading =
  (operation: string): Handler =>
  ({ engine, options: { strictMode } }, { name, collection, body }) => {
    checkIds(body);
    requireAtMost(body.limit, strictMode.max_query_limit, 'limit');
    checkFilter(collection, strictMode, body.filter, strictMode.unindexed_filtering_retrieve);
    if (operation === 'count' && body.exact !== false && strictMode.search_allow_exact === false)
      refuse(400, 'Bad request: Exact search disabled!. Help: Set exact=false.');
    return engine.run(name, operation, body);
  };

function search({ engine, options }: State, { name, collection }: Call, asked: Search): Promise<unknown> {
  checkSearch(collection, options.strictMode, asked);
  return engine.run(name, 'query', asked);
}

const describe: Handler = async ({ options: { strictMode } }, { collection: { config, indexes } }) => ({
  status: 'green',
  optimizer_status: 'ok',
  segments_count: 1,
  payload_schema: Object.fromEntries(
    [...indexes].map(([field, params]) => [field, { data_type: params.type, params, points: 0 }]),
  ),
  config: {
    params: { vectors: config.vectors, sparse_vectors: config.sparse_vectors, shard_number: 1 },
    hnsw_config: { ef_construct: 100, full_scan_threshold: 10_000, ...config.hnsw_config },
    optimizer_config: {
      deleted_threshold: 0.2,
      vacuum_min_vector_number: 1_000,
      default_segment_number: 0,
      flush_interval_sec: 5,
    },
    wal_config: { wal_capacity_mb: 32, wal_segments_ahead: 0 },
    ...(Object.keys(strictMode).length > 0 && { strict_mode_config: { enabled: true, ...strictMode } }),
  },
});

const index: Handler = async ({ engine }, { name, collection, body }) => {
  await engine.run(name, 'index', body);
  const { field_name: field = '', field_schema: schema = { type: '' } } = body;
  collection.indexes.set(field, schema);
  return { operation_id: 1, status: 'completed' };
};

const batch: Handler = async (state, call) => {
  const { searches = [] } = call.body;
  requireAtMost(searches.length, state.options.strictMode.search_max_batchsize, 'search batch size');
  return Promise.all(searches.map((one) => search(state, call, one)));
};

const facet: Handler = ({ engine, options: { strictMode } }, { name, collection, body }) => {
  requireAtMost(body.limit, strictMode.max_query_limit, 'limit');
  if (!collection.indexes.has(body.key ?? ''))
    refuse(
      400,
      `Bad request: Index required but not found for "${body.key}" of one of the following types: [keyword]. Help: Create an index for this key.`,
    );
  return engine.run(name, 'facet', body);
};

const handlers: Readonly<Record<string, Handler>> = {
  'GET ': describe,
  'PUT /index': index,
  'PUT /points': changing('upsert'),
  'PUT /points/vectors': changing('update_vectors'),
  'POST /points/delete': changing('delete'),
  'POST /points/payload': changing('set_payload'),
  'POST /points': reading('retrieve'),
  'POST /points/scroll': reading('scroll'),
  'POST /points/count': reading('count'),
  'POST /facet': facet,
  'POST /points/query': (state, call) => search(state, call, call.request.json as Search),
  'POST /points/query/batch': batch,
};

async function create({ engine, collections }: State, name: string, request: StubRequest): Promise<unknown> {
  if (collections.has(name)) refuse(409, `Wrong input: Collection \`${name}\` already exists!`);
  const config = request.json as StoredCollection['config'];
  const { distance } = Object.values(config.vectors)[0] ?? {};
  collections.set(name, { config, indexes: new Map() });
  await engine.run(name, 'create', request.json);
  return distance !== undefined;
}

async function resultOf(state: State, request: StubRequest): Promise<unknown> {
  const { method, path } = request;
  if (path === '/collections')
    return { collections: [...state.collections.keys()].map((name) => ({ name })) };
  const [, name = '', rest = ''] = /^\/collections\/([^/]+)(.*)$/.exec(path) ?? [];
  if (method === 'PUT' && rest === '') return create(state, name, request);
  const handler = handlers[`${method} ${rest}`] ?? refuse(404, 'Not found');
  const collection =
    state.collections.get(name) ?? refuse(404, `Not found: Collection \`${name}\` doesn't exist!`);
  return handler(state, { name, collection, body: (request.json ?? {}) as Body, request });
}

async function answer(state: State, request: StubRequest): Promise<StubResponse> {
  const { apiKey, version } = state.options;
  // These two are plain text at the vendor as well.
  if (request.headers['api-key'] === undefined)
    return { status: 401, body: 'Must provide an API key or an Authorization bearer token' };
  if (request.headers['api-key'] !== apiKey) return { status: 401, body: 'Invalid API key or JWT' };
  if (request.path === '/')
    return { body: { title: 'qdrant - vector search engine', version, commit: null } };
  try {
    if (Buffer.byteLength(request.body) > maxRequestBytes) refuse(413, 'Payload too large');
    const odd = state.described.request(request);
    if (odd !== undefined) refuse(400, `Format error in JSON body: ${request.path} ${odd}`);
    const body = { result: await resultOf(state, request), status: 'ok', time: 0.001 };
    const wrong = state.described.answer(request, 200, body);
    if (wrong !== undefined) throw new Error(`The answer to ${request.path} is not as described: ${wrong}`);
    return { body };
  } catch (error) {
    if (!(error instanceof QdrantRefusal)) throw error;
    return { status: error.status, body: { status: { error: error.message }, time: 0.001 } };
  }
}

/** Responds as the server does, or as far as the fault allows it. */
async function respondFaulty(
  state: State,
  request: StubRequest,
  response: ServerResponse,
): Promise<StubResponse | undefined> {
  const fault = state.options.fault(request);
  if (!fault) return answer(state, request);
  if (!('kind' in fault)) return fault;
  if (fault.kind === 'hang') return undefined;
  return sendFaulty(await answer(state, request), fault, response);
}

/**
 * Starts Qdrant's REST API over its own engine, held to its own description, with its strict mode. A change that its caller does not wait for is visible later.
 */
export async function startQdrantServer(options: QdrantServerOptions): Promise<QdrantServer> {
  const engine = await startEngine(options.python);
  const state: State = {
    options: {
      apiKey: 'test-key',
      version: '1.19.0',
      strictMode: {},
      remember: Number.POSITIVE_INFINITY,
      fault: () => undefined,
      ...options,
    },
    engine,
    described: openDescription(),
    collections: new Map(),
  };
  const { remember } = state.options;
  const server = await startStubServer((request, response) => respondFaulty(state, request, response), {
    remember,
  });
  return {
    ...server,
    collections: () => [...state.collections.keys()],
    removeCollection: (name) => void state.collections.delete(name),
    optimize: async (collection) => void (await engine.run(collection, 'optimize', {})),
    restart: engine.restart,
    async close() {
      await server.close();
      await engine.close();
    },
  };
}
