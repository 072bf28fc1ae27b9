import {
  cleanDocument,
  embedDocument,
  maintainVectorStore,
  purgeNamespace,
  startWorker,
} from '@docfleet/queues';
import type { Resources } from '@docfleet/resources';
import type { Scope } from '@docfleet/service';
import { cleanDocumentHandler } from './clean-document.ts';
import { createEmbedderContext } from './context.ts';
import { embedDocumentHandler } from './embed-document.ts';
import { maintainVectorStoreHandler } from './maintain-vector-store.ts';
import { purgeNamespaceHandler } from './purge-namespace.ts';

/** Purges and maintenance are long and rare. */
const careConcurrency = 2;

const cleanConcurrency = 16;

/** Starts the embedder's workers; they stop when the scope closes. */
export function startEmbedder(
  scope: Scope,
  resources: Resources,
  { concurrency }: { concurrency: number },
): void {
  const context = createEmbedderContext(scope, resources);
  const { logger, queueConnection: connection } = resources;
  const care = { connection, concurrency: careConcurrency, logger };
  const workers = [
    startWorker(embedDocument, embedDocumentHandler(context), { connection, concurrency, logger }),
    startWorker(cleanDocument, cleanDocumentHandler(context), {
      connection,
      concurrency: cleanConcurrency,
      logger,
    }),
    startWorker(purgeNamespace, purgeNamespaceHandler(context), care),
    startWorker(maintainVectorStore, maintainVectorStoreHandler(context), care),
  ];
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
}
