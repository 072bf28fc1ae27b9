import type { ApiClient, ApiResponse, StubRequest } from '@docfleet/testing';
import { z } from 'zod';
import type { Operation } from './operation.ts';

/** Everything that clients did and saw since the history began. */
export interface HistoryRecorder {
  /** Returns a client that records the requests of another. */
  record(api: ApiClient): ApiClient;
  /** Operations so far, with those that webhooks reported. */
  read(events: readonly StubRequest[]): Operation[];
  /** Begins anew: after a restored backup the past does not count. */
  reset(): void;
}

const ingested = z.object({ documents: z.array(z.object({ id: z.string() })) });
const list = z.object({ documents: z.array(z.object({ id: z.string() })).default([]) });
const hits = z.object({
  results: z.array(z.object({ content: z.string(), document: z.object({ id: z.string() }) })),
});
const count = z.array(z.unknown());
const runStatus = z.object({
  id: z.string(),
  documents: z.object({
    queued: count,
    processing: count,
    completed: count,
    failed: count,
    cancelled: count,
  }),
  totalDocuments: z.int().optional(),
});
const ingestBody = z.object({ ingestConfig: z.object({ config: z.object({ text: z.string() }) }) });
const changeBody = z.object({ content: z.string() });
const deleteBody = z.object({ filterConfig: z.object({ documentIds: z.array(z.string()) }) });
const event = z.object({
  requestId: z.string(),
  event: z.enum(['DOCUMENTS_READY', 'DOCUMENTS_ERROR']),
  data: z.object({ documentIds: z.array(z.string()), ingestJobRunId: z.string() }),
});

type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly key: string | undefined;
  readonly response: ApiResponse<unknown>;
  readonly start: number;
  readonly end: number;
};

/** The contents of each document in the order in which they were sent, to recognize chunks by. */
function createContents() {
  const texts = new Map<string, string[]>();
  return {
    add(documentId: string, text: string): number {
      const known = texts.get(documentId) ?? [];
      texts.set(documentId, known);
      // A request that was sent again is the same content.
      if (known.at(-1) !== text) known.push(text);
      return known.length;
    },
    versionsWith: (documentId: string, chunk: string) =>
      (texts.get(documentId) ?? []).flatMap((text, index) => (text.includes(chunk) ? [index + 1] : [])),
    clear: () => texts.clear(),
  };
}

type Contents = ReturnType<typeof createContents>;

function written({ method, path, body, response, start, end }: Exchange, contents: Contents): Operation[] {
  const isIngest = path === '/v1/ingest/text';
  const text = isIngest
    ? ingestBody.safeParse(body).data?.ingestConfig.config.text
    : method === 'PATCH' && changeBody.safeParse(body).data?.content;
  const documentId = isIngest
    ? ingested.safeParse(response.body.data).data?.documents[0]?.id
    : path.split('/')[3];
  if (!text || !documentId) return [];
  return [{ kind: 'write', documentId, version: contents.add(documentId, text), start, end }];
}

function seen({ path, response, start, end }: Exchange, contents: Contents): Operation[] {
  const { data } = response.body;
  if (path === '/v1/documents') {
    const found = list.safeParse(data).data?.documents.map(({ id }) => ({ documentId: id })) ?? [];
    return [{ kind: 'read', found, start, end }];
  }
  if (path !== '/v1/search') return [];
  const found = (hits.safeParse(data).data?.results ?? []).map(({ content, document }) => ({
    documentId: document.id,
    versions: contents.versionsWith(document.id, content),
  }));
  return [{ kind: 'read', found, start, end }];
}

function toOperations(exchange: Exchange, contents: Contents): Operation[] {
  const { method, body, key, response, start, end } = exchange;
  if (response.status < 200 || response.status > 299) return [];
  const deleted = method === 'DELETE' ? deleteBody.safeParse(body).data?.filterConfig.documentIds : undefined;
  const run = runStatus.safeParse(response.body.data).data;
  return [
    ...(key ? [{ kind: 'keyed', key, result: JSON.stringify(response.body), start, end } as const] : []),
    ...(deleted ? [{ kind: 'delete', documentIds: deleted, start, end } as const] : []),
    ...(run?.totalDocuments === undefined
      ? []
      : [
          {
            kind: 'run',
            runId: run.id,
            total: run.totalDocuments,
            ended:
              run.documents.completed.length + run.documents.failed.length + run.documents.cancelled.length,
            unfinished: run.documents.queued.length + run.documents.processing.length,
            start,
            end,
          } as const,
        ]),
    ...written(exchange, contents),
    ...(method === 'POST' ? seen(exchange, contents) : []),
  ];
}

function toEvents({ json }: StubRequest): Operation[] {
  const { data } = event.safeParse(json);
  return (data?.data.documentIds ?? []).map((id) => ({
    kind: 'event',
    change: `${data?.event} ${id} ${data?.data.ingestJobRunId}`,
    requestId: data?.requestId ?? '',
    start: 0,
    end: 0,
  }));
}

export function createHistoryRecorder(): HistoryRecorder {
  const contents = createContents();
  let exchanges: Exchange[] = [];
  return {
    record: (api) => ({
      ...api,
      async request(method, path, body, headers = {}) {
        const start = performance.now();
        const response = await api.request<never>(method, path, body, headers);
        const key = headers['idempotency-key'];
        exchanges.push({ method, path, body, key, response, start, end: performance.now() });
        return response;
      },
    }),
    read(events) {
      // Contents are known in full only now: a read may have seen what was acknowledged after it.
      const [writes, others] = [exchanges.filter(isWrite), exchanges.filter((one) => !isWrite(one))];
      contents.clear();
      const operations = [...writes.toSorted((a, b) => a.start - b.start), ...others].flatMap((one) =>
        toOperations(one, contents),
      );
      return [...operations, ...events.flatMap(toEvents)];
    },
    reset() {
      exchanges = [];
    },
  };
}

const isWrite = ({ method, path }: Exchange) => path === '/v1/ingest/text' || method === 'PATCH';
