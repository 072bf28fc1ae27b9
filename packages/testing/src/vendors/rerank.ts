import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../stub-server.ts';
import { bearerOf, fieldOf } from './embedding-emulator.ts';

/** Differences of a vendor's `/rerank` endpoint from those of others. */
interface RerankVendor {
  readonly path: string;
  readonly documents: string;
  readonly limit: string;
  readonly maxDocuments: number;
  readonly answer: (scored: readonly { index: number; relevance_score: number }[]) => unknown;
}

// https://docs.cohere.com/reference/rerank, https://api.jina.ai/redoc#tag/rerank, https://docs.voyageai.com/reference/reranker-api
const vendors = {
  COHERE: {
    path: '/v2/rerank',
    documents: 'documents',
    limit: 'top_n',
    maxDocuments: 10_000,
    answer: (results) => ({ id: 'emulated', results, meta: { api_version: { version: '2' } } }),
  },
  JINA: {
    path: '/v1/rerank',
    documents: 'documents',
    limit: 'top_n',
    maxDocuments: 2_048,
    answer: (results) => ({ model: 'm', object: 'list', usage: { total_tokens: 1 }, results }),
  },
  VOYAGE: {
    path: '/v1/rerank',
    documents: 'documents',
    limit: 'top_k',
    maxDocuments: 1_000,
    answer: (data) => ({ object: 'list', data, model: 'm', usage: { total_tokens: 1 } }),
  },
  /** Endpoint of text-embeddings-inference: https://huggingface.github.io/text-embeddings-inference/ */
  TEI: {
    path: '/rerank',
    documents: 'texts',
    limit: 'none',
    maxDocuments: 100,
    answer: (scored) => scored.map(({ index, relevance_score }) => ({ index, score: relevance_score })),
  },
} as const satisfies Record<string, RerankVendor>;

export type RerankVendorName = keyof typeof vendors;

/** Fault of the vendor with one request. */
export type RerankFault =
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
  | { readonly kind: 'too-few' }
  | { readonly kind: 'garbage' }
  | { readonly kind: 'hang' };

export const rerankEmulatorKey = 'rerank-emulator-key';

/** Returns the share of the query's words that a text contains, from 0 to 1. */
function relevance(query: string, text: string): number {
  const words = query.toLowerCase().split(/\W+/).filter(Boolean);
  const own = new Set(text.toLowerCase().split(/\W+/));
  return words.filter((word) => own.has(word)).length / Math.max(1, words.length);
}

function judge(request: StubRequest, vendor: RerankVendor): StubResponse {
  if (bearerOf(request) !== rerankEmulatorKey) return { status: 401, body: { message: 'invalid api key' } };
  const documents = fieldOf(request, vendor.documents);
  const query = fieldOf(request, 'query');
  if (typeof query !== 'string' || query === '') return { status: 422, body: { detail: 'query is empty' } };
  if (!Array.isArray(documents) || documents.some((one) => typeof one !== 'string'))
    return { status: 422, body: { detail: `${vendor.documents} must be a list of strings` } };
  if (documents.length > vendor.maxDocuments)
    return { status: 400, body: { detail: `at most ${vendor.maxDocuments} documents` } };
  const scored = documents
    .map((text, index) => ({ index, relevance_score: relevance(query, String(text)) }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score);
  const limit = fieldOf(request, vendor.limit);
  return { body: vendor.answer(typeof limit === 'number' ? scored.slice(0, limit) : scored) };
}

/** Starts a vendor's rerank endpoint: it judges requests as the vendor does, and scores texts by the words that they share with the query. */
export function startRerankEmulator(
  name: RerankVendorName,
  fault: (number: number) => RerankFault | undefined = () => undefined,
): Promise<StubServer> {
  const vendor: RerankVendor = vendors[name];
  let requests = 0;
  return startStubServer((request) => {
    if (request.method !== 'POST' || request.path !== vendor.path)
      return { status: 404, body: { message: 'not found' } };
    const wrong = fault(requests++);
    if (wrong?.kind === 'hang') return undefined;
    if (wrong?.kind === 'status') return { status: wrong.status, body: wrong.body ?? { message: 'refused' } };
    if (wrong?.kind === 'garbage') return { body: { nothing: 'of use' } };
    if (wrong?.kind === 'too-few') return { body: vendor.answer([{ index: 0, relevance_score: 1 }]) };
    return judge(request, vendor);
  });
}
