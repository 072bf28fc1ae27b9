import { createDocfleetClient, DocfleetError, type Document, type IngestAccepted } from '@docfleet/sdk';
import { queries } from '../../../api/client.ts';
import { noteLost, noteResponse, signingInAgain, userHeaders } from '../../../api/console-fetch.ts';
import { createStore } from '../../../store.ts';
import type { FoundFile } from './found-file.ts';
import { refusalOf } from './refusal-of.ts';
import { isHere, isOver, type Upload, type UploadRequest, type UploadState } from './upload.ts';

/** Statuses of responses without a body; `Response` rejects a body for them. */
const bodiless: readonly number[] = [204, 205, 304];

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const { status, responseText } = request;
  return new Response(bodiless.includes(status) ? null : responseText, { status, headers });
}

/** Returns whether the browser can still read a file: it cannot if the file was changed, moved or deleted since it was selected. */
const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Returns the cause of a request without a response: an unreadable file, or the connection. */
async function failureOf(body: FormData): Promise<Error> {
  const file = body.get('file');
  if (file instanceof Blob && !(await isReadable(file)))
    return new DocfleetError(
      'INVALID_REQUEST',
      'The file was changed, moved or deleted after it was selected: select it again',
    );
  noteLost();
  return new TypeError('The connection was lost');
}

/** Returns a `fetch` that reports how many bytes of its body have been sent, which the browser's own cannot. */
const uploadFetch =
  (onProgress: (sentBytes: number) => void): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', String(input));
      userHeaders(init).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onload = () => {
        const response = responseOf(request);
        noteResponse(response);
        resolve(response);
      };
      // The SDK makes a form of a file.
      const body = init?.body as FormData;
      request.onerror = () => void failureOf(body).then(reject);
      request.onabort = () => reject(init?.signal?.reason);
      init?.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body);
    });

/** Maximum length of a document's name, in characters. Longer paths lose their beginning, which is less specific than the end. */
const maxName = 255;

/** Timeout of one upload. */
const timeoutMs = 60 * 60_000;

/** Uploads a file once; rejects with the cause. The queue decides whether it is repeated. */
function sendFile(
  { id, path, file, request }: Upload,
  onProgress: (sentBytes: number) => void,
): Promise<IngestAccepted> {
  const { namespaceId, tenantId, replaces, externalId: known, maxBytes: _limit, ...rest } = request;
  const name = path.length > maxName ? `…${path.slice(1 - maxName)}` : path;
  const externalId = known ?? (replaces ? path : undefined);
  const client = createDocfleetClient({
    baseUrl: location.origin,
    apiKey: '',
    maxRetries: 0,
    fetch: signingInAgain(uploadFetch(onProgress)),
  });
  const config = { name, ...(externalId !== undefined && { externalId }) };
  return client.ingest.file(
    { namespaceId, source: 'FILE', config, ...rest, file },
    { idempotencyKey: id, tenantId, timeoutMs },
  );
}

/** Maximum number of concurrent uploads. Browsers open six connections to a host; the rest of the page needs some of them. */
const maxAtOnce = 4;
const lostWaitMs = 3_000;

/** Files that were added since the page was opened, in all namespaces. */
export const uploads = createStore<readonly Upload[]>([]);

/** Whether uploads are paused. */
export const isPaused = createStore(false);

/** End of the current pause in milliseconds since 1970, after a lost connection or a rate limit. */
let heldUntil = 0;

function change(id: string, state: UploadState): void {
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, state } : upload)));
}

/** Returns the delay before the next attempt, in milliseconds; undefined for an error that another attempt does not solve. */
function holdMsOf(error: unknown): number | undefined {
  if (!(error instanceof DocfleetError)) return undefined;
  const { code, status, details } = error;
  const { retryAfter } = details;
  if (status === 429 || status === 503)
    return typeof retryAfter === 'number' ? retryAfter * 1_000 : lostWaitMs;
  const isUnsure = code === 'CONNECTION_FAILED' || code === 'TIMEOUT' || code === 'IDEMPOTENCY_KEY_IN_USE';
  return isUnsure ? lostWaitMs : undefined;
}

async function send(upload: Upload): Promise<void> {
  try {
    const { ingestJobRunId: runId, documents } = await sendFile(upload, (sentBytes) =>
      change(upload.id, { kind: 'sending', sentBytes }),
    );
    const documentId = documents[0]?.id ?? '';
    change(upload.id, { kind: 'accepted', documentId, runId, status: 'QUEUED', error: null });
    // It may have replaced a document that is displayed.
    void queries.invalidateQueries({ queryKey: ['document', documentId] });
  } catch (error) {
    const holdMs = holdMsOf(error);
    if (holdMs !== undefined) heldUntil = Math.max(heldUntil, Date.now() + holdMs);
    change(upload.id, holdMs === undefined ? { kind: 'failed', error } : { kind: 'waiting' });
  }
  goOn();
}

/** Starts as many uploads as the limit permits. */
function goOn(): void {
  if (isPaused.get()) return;
  const heldMs = heldUntil - Date.now();
  if (heldMs > 0) {
    setTimeout(goOn, heldMs);
    return;
  }
  const all = uploads.get();
  const room = maxAtOnce - all.filter(({ state }) => state.kind === 'sending').length;
  for (const upload of all.filter(({ state }) => state.kind === 'waiting').slice(0, Math.max(0, room))) {
    change(upload.id, { kind: 'sending', sentBytes: 0 });
    void send(upload);
  }
}

/** Adds files to the queue at once, so that a folder of thousands appears batch by batch; returns how many will be uploaded. */
function add(found: readonly FoundFile[], request: UploadRequest): number {
  const added = found.map((each): Upload => {
    const reason = refusalOf(each, request);
    const state: UploadState = reason === undefined ? { kind: 'waiting' } : { kind: 'refused', reason };
    return { id: crypto.randomUUID(), ...each, request, state };
  });
  uploads.set([...uploads.get(), ...added]);
  goOn();
  return added.filter(({ state }) => state.kind === 'waiting').length;
}

const batchSize = 50;

/** Uploads files as they are found; rejected ones have a reason. Returns how many were accepted. */
export async function upload(
  files: AsyncIterable<FoundFile> | Iterable<FoundFile>,
  request: UploadRequest,
): Promise<number> {
  let taken = 0;
  const batch: FoundFile[] = [];
  for await (const file of files) {
    batch.push(file);
    if (batch.length === batchSize) taken += add(batch.splice(0), request);
  }
  return taken + add(batch, request);
}

/** Pauses after the current uploads, or resumes. */
export function pause(isOn: boolean): void {
  isPaused.set(isOn);
  goOn();
}

/** Uploads the failed files again. */
export function retryFailed(): void {
  uploads.set(
    uploads
      .get()
      .map((each) => (each.state.kind === 'failed' ? { ...each, state: { kind: 'waiting' } } : each)),
  );
  goOn();
}

/** Removes the uploads that have ended from the list. */
export const clearOver = (): void => uploads.set(uploads.get().filter((each) => !isOver(each)));

/** Updates the uploads from their documents. A document that was asked for and not found has been deleted elsewhere. */
export function noteDocuments(askedIds: readonly string[], documents: readonly Document[]): void {
  const asked = new Set(askedIds);
  const byId = new Map(documents.map((document) => [document.id, document]));
  uploads.set(
    uploads.get().map((each) => {
      if (each.state.kind !== 'accepted' || !asked.has(each.state.documentId)) return each;
      const { ingestionStatus: status, ingestionError: error } = byId.get(each.state.documentId) ?? deleted;
      return { ...each, state: { ...each.state, status, error } };
    }),
  );
}

const deleted: Pick<Document, 'ingestionStatus' | 'ingestionError'> = {
  ingestionStatus: 'CANCELLED',
  ingestionError: 'The document was deleted',
};

// Browsers do not store files: those that are not uploaded yet are lost with the page.
addEventListener('beforeunload', (event) => {
  if (uploads.get().some(isHere)) event.preventDefault();
});
