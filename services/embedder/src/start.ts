import { jobsOf, startJobs } from '@docfleet/api/extension';
import { type Resources, resourcesConfig } from '@docfleet/pipeline/resources';
import {
  cleanDocument,
  embedDocument,
  encodeKeywords,
  maintainVectorStore,
  purgeDocuments,
  purgeNamespace,
  reembedNamespace,
  startWorker,
  updateVectorMetadata,
} from '@docfleet/queues';
import { extensions } from '@docfleet/registry';
import { createActiveOwners } from '@docfleet/runtime/fairness';
import type { Scope } from '@docfleet/runtime/service';
import { createSearchContext } from '@docfleet/search';
import { z } from 'zod';
import { cleanDocumentHandler } from './clean-document.ts';
import { careConcurrency, createEmbedderContext } from './context.ts';
import { embedDocumentHandler } from './embed-document.ts';
import { encodeKeywordsHandler } from './encode-keywords.ts';
import { maintainVectorStoreHandler } from './maintain-vector-store.ts';
import { purgeDocumentsHandler } from './purge-documents.ts';
import { purgeNamespaceHandler } from './purge-namespace.ts';
import { reembedNamespaceHandler } from './reembed-namespace.ts';
import { updateVectorMetadataHandler } from './update-vector-metadata.ts';

export const embedderSettings = {
  EMBED_CONCURRENCY: z.coerce
    .number()
    .int()
    .positive()
    .default(240)
    .describe('Documents an embedder works on at once; those of one namespace get at most four fifths'),
};

export const embedderConfig = z.object({ ...resourcesConfig, ...embedderSettings });

/** Purges of namespaces and maintenance are long and rare. */
const rareConcurrency = 2;

const cleanConcurrency = 16;

/** Starts the embedder's workers; they stop when the scope closes. */
export function startEmbedder(
  scope: Scope,
  resources: Resources,
  { concurrency }: { concurrency: number },
): void {
  const context = createEmbedderContext(scope, resources);
  const { workerOptions } = resources;
  const rare = { ...workerOptions, concurrency: rareConcurrency };
  const care = { ...workerOptions, concurrency: careConcurrency };
  const workers = [
    startWorker(embedDocument, embedDocumentHandler(context), { ...workerOptions, concurrency }),
    startWorker(cleanDocument, cleanDocumentHandler(context), {
      ...workerOptions,
      concurrency: cleanConcurrency,
    }),
    startWorker(updateVectorMetadata, updateVectorMetadataHandler(context), care),
    startWorker(purgeDocuments, purgeDocumentsHandler(context), care),
    startWorker(purgeNamespace, purgeNamespaceHandler(context), rare),
    startWorker(reembedNamespace, reembedNamespaceHandler(context), rare),
    startWorker(encodeKeywords, encodeKeywordsHandler(context), rare),
    startWorker(maintainVectorStore, maintainVectorStoreHandler(context), rare),
  ];
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
  startJobs(scope, jobsOf(extensions, 'embedder'), {
    ...resources,
    workerOptions: rare,
    ...createSearchContext(resources, createActiveOwners()),
    priceTable: resources.providerSettings.priceTable,
    onAnswerJudged: resources.metrics.answerJudged,
  });
}
