import { createDocfleetClient, type IngestAccepted } from '@docfleet/sdk';
import { signingInAgain } from '../../../api/console-fetch.ts';
import type { Upload } from './upload.ts';
import { uploadFetch } from './upload-fetch.ts';

/** Maximum length of a document's name, in characters. Longer paths lose their beginning, which is less specific than the end. */
const maxName = 255;

/** Timeout of one upload. */
const timeoutMs = 60 * 60_000;

/** Uploads a file once; rejects with the cause. The queue decides whether it is repeated. */
export function sendFile(
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
