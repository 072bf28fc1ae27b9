/** Every queue: its name, its payload and what makes two of its jobs the same. A payload carries ids; the rows say the rest. */
import { z } from 'zod';
import { defineQueue, type QueueDefinition } from './define-queue.ts';

/**
 * Documents of a namespace by their first and last id: which of them need something is what the rows say. A job is as small for
 * a thousand documents as for one.
 */
const documentRange = z.strictObject({
  namespaceId: z.uuid(),
  first: z.uuid(),
  last: z.uuid(),
});

/** Range of all documents that a namespace can hold. */
export const everyDocument = {
  first: '00000000-0000-0000-0000-000000000000',
  last: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
} as const;

const documentRangeKey = ({ namespaceId, first, last }: z.output<typeof documentRange>) =>
  `${namespaceId}:${first}:${last}`;

/** Names a run whose source is to be read; the run's row says which. */
const runPayload = z.strictObject({ ingestJobRunId: z.uuid() });

const runKey = ({ ingestJobRunId }: z.output<typeof runPayload>) => ingestJobRunId;

/** Names one content of a document, and whose it is: work for an older revision finds nothing to do. */
const documentPayload = z.strictObject({
  namespaceId: z.uuid(),
  documentId: z.uuid(),
  revision: z.number().int().positive(),
});

const documentKey = ({ documentId, revision }: z.output<typeof documentPayload>) =>
  `${documentId}:${revision}`;

const ofNamespace = ({ namespaceId }: { readonly namespaceId: string }) =>
  ({ kind: 'namespace', id: namespaceId }) as const;

const ofRun = ({ ingestJobRunId }: z.output<typeof runPayload>) =>
  ({ kind: 'run', id: ingestJobRunId }) as const;

/** A namespace that something is to be done with; its row says what. */
const namespacePayload = z.strictObject({ namespaceId: z.uuid() });

const namespaceKey = ({ namespaceId }: z.output<typeof namespacePayload>) => namespaceId;

/** A conversion, or an order of an extension, whose caller waits. */
const conversionPayload = z.strictObject({ conversionId: z.uuid() });

const ofConversion = ({ conversionId }: z.output<typeof conversionPayload>) =>
  ({ kind: 'conversion', id: conversionId }) as const;

const conversionKey = ({ conversionId }: z.output<typeof conversionPayload>) => conversionId;

export const discoverSource = defineQueue({
  name: 'discover-source',
  description: 'Reads a sitemap, a website or a list of videos and adds what it names to the run',
  payload: runPayload,
  dedupe: runKey,
  owner: ofRun,
});

export const syncConnection = defineQueue({
  name: 'sync-connection',
  description: 'Lists the items of a connection and adds what is new, changed or vanished to the run',
  payload: runPayload,
  dedupe: runKey,
  owner: ofRun,
});

export const watchConnection = defineQueue({
  name: 'watch-connection',
  description: "Creates, renews and removes the channels through which a connection's vendor reports changes",
  payload: z.strictObject({ connectionId: z.uuid() }),
  dedupe: ({ connectionId }) => connectionId,
  owner: ({ connectionId }) => ({ kind: 'connection', id: connectionId }),
});

export const renewToken = defineQueue({
  name: 'renew-token',
  description:
    'Renews the tokens of a connection that nothing has used for weeks, before its vendor ends them',
  payload: z.strictObject({ connectionId: z.uuid() }),
  dedupe: ({ connectionId }) => connectionId,
});

export const fetchPage = defineQueue({
  name: 'fetch-page',
  description: 'Fetches or scrapes a web page into the file store',
  payload: documentPayload,
  dedupe: documentKey,
  owner: ofNamespace,
});

export const fetchItem = defineQueue({
  name: 'fetch-item',
  description: 'Downloads an item of a connection into the file store',
  payload: documentPayload,
  dedupe: documentKey,
  owner: ofNamespace,
});

export const parseDocument = defineQueue({
  name: 'parse-document',
  description: 'Turns a raw file into Markdown',
  payload: documentPayload,
  dedupe: documentKey,
  owner: ofNamespace,
});

export const embedDocument = defineQueue({
  name: 'embed-document',
  description: 'Cuts Markdown into chunks, embeds the changed ones and stores their vectors',
  payload: documentPayload,
  dedupe: documentKey,
  owner: ofNamespace,
});

export const cleanDocument = defineQueue({
  name: 'clean-document',
  description: 'Removes the vectors, chunks and files that only previous contents of a document had',
  payload: z.strictObject({ documentId: z.uuid() }),
  dedupe: ({ documentId }) => documentId,
  owner: ({ documentId }) => ({ kind: 'document', id: documentId }),
});

export const updateVectorMetadata = defineQueue({
  name: 'update-vector-metadata',
  description: 'Brings changed metadata of documents into the vector store, without embedding anything',
  /** `change` distinguishes two changes of the same documents: the job of the second must not be taken for the first one's. */
  payload: documentRange.extend({ change: z.uuid() }),
  dedupe: ({ change, ...range }) => `${documentRangeKey(range)}:${change}`,
  owner: ofNamespace,
});

export const purgeDocuments = defineQueue({
  name: 'purge-documents',
  description: "Removes deleted documents' vectors, files and rows, and verifies that they are gone",
  payload: documentRange,
  dedupe: documentRangeKey,
  owner: ofNamespace,
});

export const purgeNamespace = defineQueue({
  name: 'purge-namespace',
  description: "Removes a deleted namespace's vectors, files and rows, and verifies that they are gone",
  payload: namespacePayload,
  dedupe: namespaceKey,
  owner: ofNamespace,
});

export const reembedNamespace = defineQueue({
  name: 'reembed-namespace',
  description:
    'Has the documents of a namespace embedded by its new model, then removes what the previous one made',
  payload: namespacePayload,
  dedupe: namespaceKey,
  owner: ofNamespace,
});

export const encodeKeywords = defineQueue({
  name: 'encode-keywords',
  description:
    'Encodes the keywords of a namespace again after a change of the text analysis; nothing is embedded',
  payload: namespacePayload,
  dedupe: namespaceKey,
  owner: ofNamespace,
});

export const maintainVectorStore = defineQueue({
  name: 'maintain-vector-store',
  description: "Compacts and indexes a namespace's vectors, where the vendor does not",
  payload: namespacePayload,
  dedupe: namespaceKey,
  owner: ofNamespace,
});

/** Declares a queue whose jobs name the request of a caller who waits. */
export const defineWaitingQueue = (name: string, description: string) =>
  defineQueue({ name, description, payload: conversionPayload, dedupe: conversionKey, owner: ofConversion });

export const convertFile = defineWaitingQueue('convert-file', 'Converts a file for a caller who waits');

export const deliverWebhook = defineQueue({
  name: 'deliver-webhook',
  description: 'Signs an event and sends it to a webhook, once',
  payload: z.strictObject({ webhookId: z.uuid(), deliveryId: z.uuid() }),
  dedupe: ({ deliveryId }) => deliveryId,
  owner: ({ webhookId }) => ({ kind: 'webhook', id: webhookId }),
});

/** Queues of the core, in the order of a document's way. Extensions bring their own. */
export const allQueues: readonly Pick<QueueDefinition, 'name' | 'description'>[] = [
  discoverSource,
  syncConnection,
  watchConnection,
  renewToken,
  fetchPage,
  fetchItem,
  parseDocument,
  embedDocument,
  cleanDocument,
  updateVectorMetadata,
  purgeDocuments,
  purgeNamespace,
  reembedNamespace,
  encodeKeywords,
  maintainVectorStore,
  convertFile,
  deliverWebhook,
];
