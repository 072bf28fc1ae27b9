import { type ApiClient, eventually } from '@docfleet/testing';

export interface RunStatus {
  readonly status: string;
  readonly documents: Record<
    'queued' | 'processing' | 'completed' | 'failed' | 'cancelled',
    { id: string; error: string | null }[]
  >;
}

export interface SearchHit {
  readonly content: string;
  readonly score: number;
  readonly metadata: { readonly id: string; readonly source: string; readonly type: string };
  readonly document: { readonly id: string; readonly name: string | null };
  readonly location?: {
    readonly pages?: number[];
    readonly boxes?: object[];
    readonly rows?: number[];
    readonly seconds?: number[];
    readonly section: string[];
  };
}

/** Creates a namespace; its checks may find a vendor late on a busy machine, and then are tried again. */
export function createNamespace(api: ApiClient, name: string, configs: object = {}): Promise<void> {
  return eventually(async () => {
    const { status, body } = await api.request('POST', '/v1/namespaces', { name, ...configs });
    if (status !== 201) throw new Error(JSON.stringify(body));
  }, 60_000);
}

/** A text ingest's body as clients send it. */
export const textBody = (namespaceId: string, text: string, config: object = {}, chunkConfig?: object) => ({
  namespaceId,
  ingestConfig: { source: 'TEXT', config: { text, ...config }, ...(chunkConfig && { chunkConfig }) },
});

/** Ingests a text and returns its run. */
export async function ingestText(
  api: ApiClient,
  namespaceId: string,
  text: string,
  config: object = {},
  chunkConfig?: object,
) {
  const response = await api.request<{ ingestJobRunId: string; documents: { id: string }[] }>(
    'POST',
    '/v1/ingest/text',
    textBody(namespaceId, text, config, chunkConfig),
  );
  if (response.status !== 202) throw new Error(JSON.stringify(response.body));
  return response.body.data;
}

/** Waits until a run is COMPLETED and returns its last state. */
export function waitForRun(
  api: ApiClient,
  namespaceId: string,
  ingestJobRunId: string,
  withinMs = 30_000,
): Promise<RunStatus> {
  return eventually(async () => {
    const path = `/v1/ingest-job-runs/${ingestJobRunId}?namespaceId=${namespaceId}`;
    const { body } = await api.request<RunStatus>('GET', path);
    if (body.data.status !== 'COMPLETED') throw new Error(`the run is ${body.data.status}`);
    return body.data;
  }, withinMs);
}

/** The hits of a hybrid search. */
export async function search(api: ApiClient, namespaceId: string, query: string): Promise<SearchHit[]> {
  const { body } = await api.request<{ results: SearchHit[] }>('POST', '/v1/search/hybrid', {
    query,
    namespaceId,
    hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 },
  });
  return body.data.results;
}
