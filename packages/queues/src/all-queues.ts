import { cleanDocument } from './clean-document.ts';
import { convertFile } from './convert-file.ts';
import type { QueueDefinition } from './define-queue.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { discoverSource } from './discover-source.ts';
import { embedDocument } from './embed-document.ts';
import { encodeKeywords } from './encode-keywords.ts';
import { estimateSource } from './estimate-source.ts';
import { fetchItem } from './fetch-item.ts';
import { fetchPage } from './fetch-page.ts';
import { maintainVectorStore } from './maintain-vector-store.ts';
import { parseDocument } from './parse-document.ts';
import { purgeDocuments } from './purge-documents.ts';
import { purgeNamespace } from './purge-namespace.ts';
import { reembedNamespace } from './reembed-namespace.ts';
import { runEvaluation } from './run-evaluation.ts';
import { syncConnection } from './sync-connection.ts';
import { tryChange } from './try-change.ts';
import { updateVectorMetadata } from './update-vector-metadata.ts';
import { watchConnection } from './watch-connection.ts';

/** Every queue that there is, in the order of a document's way. */
export const allQueues: readonly Pick<QueueDefinition, 'name' | 'description'>[] = [
  discoverSource,
  syncConnection,
  watchConnection,
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
  tryChange,
  maintainVectorStore,
  convertFile,
  estimateSource,
  runEvaluation,
  deliverWebhook,
];
