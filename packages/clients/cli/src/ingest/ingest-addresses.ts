import { Readable } from 'node:stream';
import type { ChunkConfig, DocumentOutcome, IngestJobRunDocuments, Metadata } from '@docfleet/sdk';
import type { Session } from '../session.ts';
import { watchRun } from './follow.ts';
import type { Outcome, Reporter } from './reporter.ts';
import { trackDocuments } from './track-documents.ts';
import type { UploadOptions } from './upload.ts';

interface InputOptions extends UploadOptions {
  /** Name of the document; its extension decides how the content is read. */
  readonly name: string;
  readonly externalId?: string;
  readonly isAwaited: boolean;
  readonly metadata?: Metadata;
}

/** Ingests standard input as it arrives, and reports the outcome. Cannot be retried, because the input cannot be read twice. */
export async function ingestInput(
  { client, terminal, signal }: Session,
  reporter: Reporter,
  { name, externalId, isAwaited, ...options }: InputOptions,
): Promise<void> {
  const tracker = trackDocuments({ client, namespaceId: options.namespaceId, signal, onEnd: reporter.ended });
  const content = Readable.toWeb(terminal.input as Readable) as ReadableStream;
  try {
    const { documents, ingestJobRunId } = await client.ingest.file({
      ...options,
      ...(externalId !== undefined && { config: { externalId } }),
      file: { name, content },
    });
    const documentId = documents[0]?.id ?? '';
    const outcome = {
      source: name,
      status: 'ACCEPTED' as const,
      documentId,
      externalId: externalId ?? null,
      ingestJobRunId,
      error: null,
    };
    if (isAwaited) await tracker.add(outcome);
    else await reporter.ended(outcome);
  } finally {
    await tracker.finish();
  }
}

type SyncFrequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';

interface AddressOptions {
  /** Kind of the addresses: single pages, sitemaps, or start pages of websites. */
  readonly kind: 'page' | 'sitemap' | 'website';
  readonly isAwaited: boolean;
  readonly metadata?: Metadata;
  readonly chunkConfig?: ChunkConfig;
  readonly maxLinks?: number;
  readonly maxDepth?: number;
  readonly sync?: SyncFrequency;
}

interface Accepted {
  readonly ingestJobRunId: string;
  readonly documents?: readonly DocumentOutcome[];
  /** The addresses that it was made of, in their order. */
  readonly addresses: readonly string[];
}

/** The API takes no more with one request. */
const addressesAtOnce = 1_000;

/** Ingests pages, sitemaps or websites, one run after the other, and reports the outcome of each document. */
export async function ingestAddresses(
  session: Session,
  addresses: readonly string[],
  reporter: Reporter,
  options: AddressOptions,
): Promise<void> {
  const size = options.kind === 'page' ? addressesAtOnce : 1;
  for (let start = 0; start < addresses.length; start += size) {
    const accepted = await send(session, addresses.slice(start, start + size), options);
    const outcomes = options.isAwaited ? await endOf(session, accepted) : [acceptance(accepted)];
    for (const outcome of outcomes) await reporter.ended(outcome);
  }
}

async function send(
  session: Session,
  addresses: readonly string[],
  options: AddressOptions,
): Promise<Accepted> {
  const { ingest } = session.client;
  const { kind, metadata, chunkConfig, maxLinks, maxDepth, sync } = options;
  const common = { namespaceId: session.namespaceId(), ...(sync && { syncFrequency: sync }) };
  const chunks = chunkConfig ? { chunkConfig } : {};
  const [url = ''] = addresses;
  const config = { url, ...(metadata && { metadata }), ...(maxLinks && { maxLinks }) };
  if (kind === 'sitemap')
    return {
      addresses,
      ...(await ingest.sitemap({ ...common, ingestConfig: { source: 'SITEMAP', config, ...chunks } })),
    };
  if (kind === 'website') {
    const deep = { ...config, ...(maxDepth && { maxDepth }) };
    return {
      addresses,
      ...(await ingest.website({ ...common, ingestConfig: { source: 'WEBSITE', config: deep, ...chunks } })),
    };
  }
  const list = { urls: addresses, ...(metadata && { metadata }) };
  return {
    addresses,
    ...(await ingest.urls({ ...common, ingestConfig: { source: 'URLS_LIST', config: list, ...chunks } })),
  };
}

const acceptance = ({ addresses, ingestJobRunId }: Accepted): Outcome => ({
  source: addresses.join(' '),
  status: 'ACCEPTED',
  documentId: null,
  externalId: null,
  ingestJobRunId,
  error: null,
});

/** Waits for a run to end and returns the outcomes of its documents, preceded by one for the source if it could not be read. */
async function endOf(session: Session, accepted: Accepted): Promise<Outcome[]> {
  const run = await watchRun(session, accepted.ingestJobRunId);
  const source = accepted.addresses.join(' ');
  const addressOf = new Map(
    (accepted.documents ?? []).map(({ id }, index) => [id, accepted.addresses[index]]),
  );
  const base = { externalId: null, ingestJobRunId: run.id };
  const unread: Outcome[] =
    run.errorMessage === null
      ? []
      : [{ ...base, source, status: 'FAILED', documentId: null, error: run.errorMessage }];
  return [
    ...unread,
    ...documentsOf(run).map(({ status, document: { id, error } }) => ({
      ...base,
      source: addressOf.get(id) ?? `${source} ${id}`,
      status,
      documentId: id,
      error: status === 'SUCCESS' ? null : error,
    })),
  ];
}

const documentsOf = ({ documents: { completed, failed, cancelled } }: IngestJobRunDocuments) => [
  ...completed.map((document) => ({ document, status: 'SUCCESS' as const })),
  ...failed.map((document) => ({ document, status: 'FAILED' as const })),
  ...cancelled.map((document) => ({ document, status: 'CANCELLED' as const })),
];
