import type { ServerResponse } from 'node:http';
import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../stub-server.ts';
import { type Metadata, matchesFilter } from './pinecone-filter.ts';
import {
  checkDense,
  checkSparse,
  type PineconeMetric,
  type SentRecord,
  type SparseValues,
  type StoredRecord,
  scoreOf,
  toSent,
  toStored,
  withMetadata,
} from './pinecone-records.ts';
import { PineconeRefusal } from './pinecone-refusal.ts';
import { sendFaulty, type VendorFault } from './vendor-fault.ts';

const bytesPerUpsert = 2 * 1024 * 1024;
const vectorsPerUpsert = 1_000;
const idsPerRequest = 1_000;
const maxTopK = 10_000;
const idsPerPage = 100;

type PineconeFault = Extract<VendorFault, { kind: 'hang' | 'cut' | 'truncated' }>;

export interface PineconeEmulatorOptions {
  readonly dimension: number;
  /** Metric of the index; default: `dotproduct`. */
  readonly metric?: PineconeMetric;
  /** API key that is accepted; default: `test-key`. */
  readonly apiKey?: string;
  /** Milliseconds for which a write stays invisible to all reads; default: 0. */
  readonly visibilityDelayMs?: number;
  /** Requests a second that a namespace may make of a kind; more are answered 429. Unlimited by default. */
  readonly requestsPerSecond?: number;
  /** Whether index stats name the metric, as newer versions of the API do; true by default. */
  readonly statsNameMetric?: boolean;
  /** Returns the fault of a request, if any. A response or `hang` replaces the request's effect; `cut` and `truncated` follow it. */
  readonly fault?: (request: StubRequest) => StubResponse | PineconeFault | undefined;
}

export interface PineconeEmulator extends StubServer {
  /** Returns the records of a namespace, including delayed writes. */
  records(namespace: string): StoredRecord[];
}

interface State {
  readonly options: Required<PineconeEmulatorOptions>;
  readonly namespaces: Map<string, Map<string, StoredRecord>>;
  /** Writes that are durable but not visible yet, in order. */
  readonly pending: { readonly at: number; readonly apply: () => void }[];
  readonly recent: Map<string, number[]>;
}

interface Body {
  readonly namespace?: string;
  readonly vectors?: readonly SentRecord[];
  readonly ids?: readonly string[];
  readonly id?: string;
  readonly deleteAll?: boolean;
  readonly filter?: object;
  readonly topK?: number;
  readonly vector?: readonly number[];
  readonly sparseVector?: SparseValues;
  readonly includeValues?: boolean;
  readonly includeMetadata?: boolean;
  readonly setMetadata?: Metadata;
  readonly values?: readonly number[];
}

type Handler = (state: State, request: StubRequest, body: Body) => object;

function refuse(status: number, code: number, message: string): never {
  throw new PineconeRefusal(status, code, message);
}

function settle({ pending }: State, until = Date.now()): void {
  while (pending[0] && pending[0].at <= until) pending.shift()?.apply();
}

function later(state: State, apply: () => void): void {
  state.pending.push({ at: Date.now() + state.options.visibilityDelayMs, apply });
  settle(state);
}

const namespaceOf = (request: StubRequest, body: Body) =>
  body.namespace ?? request.query.get('namespace') ?? '';

function recordsOf(state: State, namespace: string): Map<string, StoredRecord> {
  const records = state.namespaces.get(namespace) ?? new Map<string, StoredRecord>();
  state.namespaces.set(namespace, records);
  return records;
}

const upsert: Handler = (state, request, body) => {
  if (Buffer.byteLength(request.body) > bytesPerUpsert)
    refuse(
      400,
      11,
      `Error, message length too large: found ${Buffer.byteLength(request.body)} bytes, the limit is: ${bytesPerUpsert} bytes`,
    );
  const vectors = body.vectors ?? [];
  if (vectors.length > vectorsPerUpsert)
    refuse(400, 3, `Request size ${vectors.length} exceeds the limit of ${vectorsPerUpsert} vectors`);
  const stored = vectors.map((vector) => toStored(vector, state.options.dimension));
  if (new Set(stored.map(({ id }) => id)).size !== stored.length)
    refuse(400, 3, 'Vector IDs must be unique within a request');
  later(state, () => {
    const records = recordsOf(state, namespaceOf(request, body));
    for (const record of stored) records.set(record.id, record);
  });
  return { upsertedCount: stored.length };
};

const query: Handler = (state, request, body) => {
  const { dimension, metric } = state.options;
  const topK = body.topK ?? 0;
  if (topK < 1 || topK > maxTopK) refuse(400, 3, `Invalid topK ${topK}: it must be between 1 and ${maxTopK}`);
  if (body.sparseVector && metric !== 'dotproduct')
    refuse(
      400,
      3,
      `Index configuration does not support sparse values - only indexes that are sparse or using dotproduct are supported, this one uses ${metric}`,
    );
  const vector = checkDense(body.vector, dimension);
  const sparse = body.sparseVector ? checkSparse(body.sparseVector) : new Map<number, number>();
  const namespace = namespaceOf(request, body);
  const scored = [...(state.namespaces.get(namespace)?.values() ?? [])]
    .filter(({ metadata }) => !body.filter || matchesFilter(metadata, body.filter))
    .map((record) => ({ record, score: scoreOf(record, vector, sparse, metric) }))
    .sort((a, b) => (metric === 'euclidean' ? a.score - b.score : b.score - a.score))
    .slice(0, topK);
  const matches = scored.map(({ record, score }) => {
    const { id, ...rest } = toSent(record, body.includeValues === true, body.includeMetadata === true);
    return { id, score, ...rest };
  });
  return { matches, namespace, usage: { readUnits: 5 } };
};

const requireNamespace = (state: State, namespace: string): Map<string, StoredRecord> =>
  state.namespaces.get(namespace) ?? refuse(404, 5, 'Namespace not found');

const remove: Handler = (state, request, body) => {
  const namespace = namespaceOf(request, body);
  if ((body.ids?.length ?? 0) > idsPerRequest)
    refuse(400, 3, `Cannot delete more than ${idsPerRequest} vectors in a single request`);
  // A delete may follow an upsert that is not visible yet.
  if (state.pending.length === 0) requireNamespace(state, namespace);
  later(state, () => {
    const records = recordsOf(state, namespace);
    if (body.deleteAll) state.namespaces.delete(namespace);
    else if (body.filter) {
      const { filter } = body;
      for (const record of records.values())
        if (matchesFilter(record.metadata, filter)) records.delete(record.id);
    } else for (const id of body.ids ?? []) records.delete(id);
  });
  return {};
};

const update: Handler = (state, request, body) => {
  const records = recordsOf(state, namespaceOf(request, body));
  const change = (record: StoredRecord): StoredRecord => {
    const changed = withMetadata(record, body.setMetadata ?? {});
    return body.values ? { ...changed, values: checkDense(body.values, state.options.dimension) } : changed;
  };
  later(state, () => {
    for (const record of records.values()) {
      const meant = body.filter ? matchesFilter(record.metadata, body.filter) : record.id === body.id;
      if (meant) records.set(record.id, change(record));
    }
  });
  return {};
};

const fetchRecords: Handler = (state, request, body) => {
  const ids = request.query.getAll('ids');
  if (ids.length > idsPerRequest) refuse(400, 3, `Cannot fetch more than ${idsPerRequest} vectors`);
  const namespace = namespaceOf(request, body);
  const records = state.namespaces.get(namespace);
  const found = ids.flatMap((id) => records?.get(id) ?? []);
  return {
    vectors: Object.fromEntries(found.map((record) => [record.id, toSent(record, true, true)])),
    namespace,
    usage: { readUnits: 1 },
  };
};

const list: Handler = (state, request, body) => {
  const namespace = namespaceOf(request, body);
  const prefix = request.query.get('prefix') ?? '';
  const limit = Number(request.query.get('limit') ?? idsPerPage);
  if (limit < 1 || limit > idsPerPage) refuse(400, 3, `limit must be between 1 and ${idsPerPage}`);
  const token = request.query.get('paginationToken');
  const after = token === null ? '' : Buffer.from(token, 'base64url').toString();
  const ids = [...requireNamespace(state, namespace).keys()]
    .filter((id) => id.startsWith(prefix) && id > after)
    .sort();
  const page = ids.slice(0, limit);
  const next = ids.length > limit ? Buffer.from(page.at(-1) ?? '').toString('base64url') : undefined;
  return {
    vectors: page.map((id) => ({ id })),
    ...(next ? { pagination: { next } } : {}),
    namespace,
    usage: { readUnits: 1 },
  };
};

const stats: Handler = ({ options, namespaces }) => {
  const counts = [...namespaces].map(([name, records]) => [name, { vectorCount: records.size }] as const);
  return {
    namespaces: Object.fromEntries(counts),
    dimension: options.dimension,
    indexFullness: 0,
    totalVectorCount: counts.reduce((sum, [, { vectorCount }]) => sum + vectorCount, 0),
    ...(options.statsNameMetric ? { metric: options.metric, vectorType: 'dense' } : {}),
  };
};

const handlers: Readonly<Record<string, Handler>> = {
  'POST /vectors/upsert': upsert,
  'POST /query': query,
  'POST /vectors/delete': remove,
  'POST /vectors/update': update,
  'GET /vectors/fetch': fetchRecords,
  'GET /vectors/list': list,
  'POST /describe_index_stats': stats,
};

function limitRate({ options, recent }: State, key: string): void {
  const since = Date.now() - 1_000;
  const times = (recent.get(key) ?? []).filter((time) => time > since);
  if (times.length >= options.requestsPerSecond)
    refuse(
      429,
      8,
      `Request rate limit exceeded: ${options.requestsPerSecond} requests per second per namespace`,
    );
  recent.set(key, [...times, Date.now()]);
}

function answer(state: State, request: StubRequest): StubResponse {
  // The real service answers this one, too, in plain text.
  if (request.headers['api-key'] !== state.options.apiKey) return { status: 401, body: 'Invalid API Key' };
  const handler = handlers[`${request.method} ${request.path}`];
  if (!handler) return { status: 404, body: { code: 5, message: 'Not Found', details: [] } };
  const body = (request.json ?? {}) as Body;
  try {
    limitRate(state, `${request.path} ${namespaceOf(request, body)}`);
    settle(state);
    return { body: handler(state, request, body) };
  } catch (error) {
    if (!(error instanceof PineconeRefusal)) throw error;
    const { status, code, message } = error;
    const waitTimeout = status === 429 ? { 'retry-after': '1' } : undefined;
    return { status, body: { code, message, details: [] }, ...(waitTimeout ? { headers: waitTimeout } : {}) };
  }
}

/** Responds as the emulator does, or as far as the fault allows it. */
function respondFaulty(
  state: State,
  request: StubRequest,
  response: ServerResponse,
): StubResponse | undefined {
  const fault = state.options.fault(request);
  if (!fault) return answer(state, request);
  if (!('kind' in fault)) return fault;
  if (fault.kind === 'hang') return undefined;
  return sendFaulty(answer(state, request), fault, response);
}

/** Starts Pinecone's data plane over HTTP, in memory, with its documented limits and delayed visibility of writes. Searches are exact. */
export async function startPineconeEmulator(options: PineconeEmulatorOptions): Promise<PineconeEmulator> {
  const state: State = {
    options: {
      metric: 'dotproduct',
      apiKey: 'test-key',
      visibilityDelayMs: 0,
      requestsPerSecond: Number.POSITIVE_INFINITY,
      statsNameMetric: true,
      fault: () => undefined,
      ...options,
    },
    namespaces: new Map(),
    pending: [],
    recent: new Map(),
  };
  const server = await startStubServer((request, response) => respondFaulty(state, request, response));
  return {
    ...server,
    records(namespace) {
      settle(state, Number.POSITIVE_INFINITY);
      return [...(state.namespaces.get(namespace)?.values() ?? [])];
    },
  };
}
