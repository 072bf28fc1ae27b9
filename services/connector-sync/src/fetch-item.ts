import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { contradiction, type FetchedItem } from '@docfleet/connectors';
import { findItemToFetch, type ItemToFetch } from '@docfleet/domain/connection';
import { advancePage, type ClaimedDocument, documentFileKeys, keepDocument } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { type NamespaceProviders, withdrawWritten } from '@docfleet/pipeline/providers';
import { documentHandler } from '@docfleet/pipeline/resources';
import type { fetchItem, Handler, PayloadOf } from '@docfleet/queues';
import type { ConnectorSyncContext } from './context.ts';

/** A body that is measured as it is read. */
interface Measured {
  /** Rejects with FILE_TOO_LARGE once there are too many bytes. */
  readonly body: AsyncGenerator<Uint8Array>;
  /** Returns the SHA-256 of the content read, in hexadecimal; may be called once. */
  hash(): string;
}

/** Measures a body whose declared size may be wrong or missing; `maxBytes` is in bytes. */
export function measured(body: AsyncIterable<Uint8Array>, maxBytes: number): Measured {
  const hash = createHash('sha256');
  async function* measure() {
    let bytes = 0;
    for await (const part of body) {
      bytes += part.byteLength;
      if (bytes > maxBytes)
        throw new AppError(
          'FILE_TOO_LARGE',
          `The file has more than the ${maxBytes} bytes that are ingested`,
        );
      hash.update(part);
      yield part;
    }
  }
  return { body: measure(), hash: () => hash.digest('hex') };
}

/** Endings of files that begin with bytes of their own; tables that are saved as pages with the ending `.xls` are common. */
const ownBytes = /\.(?:pdf|docx|docm|xlsx|xlsm|pptx|pptm|odt|ods|odp|epub|zip|png|jpe?g|gif|tiff?|webp)$/i;
const page =
  /^\uFEFF?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,1000}?-->\s*)*<(?:!doctype\s+html|html)[\s>]/i;
const maxBeginningBytes = 2_048;

/**
 * A file's body; rejects with PROVIDER_UNAVAILABLE where a page comes in its place, as warnings of viruses and requests to sign in do
 * with status 200: it would be read as what the file says.
 */
export async function* fileAsNamed(
  body: AsyncIterable<Uint8Array>,
  fileName: string,
): AsyncGenerator<Uint8Array> {
  let beginning: Buffer | undefined = ownBytes.test(fileName) ? Buffer.alloc(0) : undefined;
  for await (const part of body) {
    if (beginning !== undefined) {
      beginning = Buffer.concat([beginning, part.subarray(0, maxBeginningBytes)]);
      if (page.test(beginning.toString('utf8')))
        throw contradiction('The vendor', `A web page came in place of the content of ${fileName}`);
      if (beginning.length >= maxBeginningBytes) beginning = undefined;
    }
    yield part;
  }
}

/** Maximum wait for a turn at the vendor before the job is postponed and its slot freed, in milliseconds. */
const waitTimeoutMs = 2_000;
/** A backstop for vendors that drip; silence is noticed long before. */
const maxDownloadMs = 3_600_000;

/** Dependencies of one download. */
interface Download {
  readonly claim: ClaimedDocument;
  readonly providers: NamespaceProviders;
  readonly item: ItemToFetch;
}

async function storeItem(
  context: ConnectorSyncContext,
  { claim, providers, item }: Download,
  fetched: FetchedItem,
  signal: AbortSignal,
): Promise<void> {
  const { database, dispatcher, admissionWindow, settings } = context;
  const { raw } = documentFileKeys(claim.id, claim.revision);
  const { body, hash } = measured(fileAsNamed(fetched.body, fetched.fileName), settings.fileBytes);
  const fileSize = await providers.fileStore.put(raw, Readable.from(body), fetched.mimeType, signal);
  const fetch = { version: fetched.versionKey, contentHash: hash(), reading: item.reading };
  if (item.visible?.contentHash === fetch.contentHash) {
    await providers.fileStore.remove([raw], signal);
    dispatcher.dispatch(await keepDocument(database, claim, fetch));
    admissionWindow.refill(claim.namespaceId);
    return;
  }
  const [mimeType = ''] = fetched.mimeType.split(';');
  const documentsAhead = await admissionWindow.documentsAhead(claim);
  // It keeps the name that it was listed by: an export's file name is the exporter's.
  const page = { name: null, mimeType, fileSize, fetch, documentsAhead };
  dispatcher.dispatch([await advancePage(database, claim, page)]);
}

async function fetchClaimed(
  context: ConnectorSyncContext,
  claim: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const item = await findItemToFetch(context.database, context.vault, claim);
  const providers = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
  const connector = context.openConnection(item, waitTimeoutMs);
  const deadline = AbortSignal.timeout(maxDownloadMs);
  const bounded = AbortSignal.any([signal, deadline]);
  try {
    const { version: versionKey, sizeBytes } = item;
    const wanted = { externalId: claim.externalId, versionKey, sizeBytes, name: claim.name };
    const fetched = await connector.fetch(wanted, bounded);
    await storeItem(context, { claim, providers, item }, fetched, bounded);
  } catch (error) {
    await withdrawWritten(context, { claim, providers });
    if (!deadline.aborted) throw error;
    throw new AppError('PROVIDER_UNAVAILABLE', 'The item did not arrive in time', { cause: error });
  }
}

/** Downloads an item into the file store and enqueues its parsing; an unchanged item stays as it is. */
export const fetchItemHandler = (context: ConnectorSyncContext): Handler<PayloadOf<typeof fetchItem>> =>
  documentHandler(context, fetchClaimed);
