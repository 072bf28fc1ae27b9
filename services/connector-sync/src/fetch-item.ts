import { Readable } from 'node:stream';
import type { FetchedItem } from '@docfleet/connectors';
import { findItemToFetch, type ItemToFetch } from '@docfleet/domain/connection';
import { advancePage, type ClaimedDocument, documentFileKeys, keepDocument } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { type NamespaceProviders, withdrawWritten } from '@docfleet/pipeline/providers';
import { documentHandler } from '@docfleet/pipeline/resources';
import type { fetchItem, Handler, PayloadOf } from '@docfleet/queues';
import type { ConnectorSyncContext } from './context.ts';
import { fileAsNamed } from './file-as-named.ts';
import { measured } from './measured.ts';

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

/** Downloads an item into the file store and hands it on to be parsed; what is as it was stays as it is. */
export const fetchItemHandler = (context: ConnectorSyncContext): Handler<PayloadOf<typeof fetchItem>> =>
  documentHandler(context, fetchClaimed);
