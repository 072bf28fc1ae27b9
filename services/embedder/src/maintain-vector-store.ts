import { findNamespaceVersion } from '@docfleet/domain/namespace';
import type { Handler, maintainVectorStore, PayloadOf } from '@docfleet/queues';
import type { EmbedderContext } from './context.ts';

const maintenanceTimeoutMs = 30 * 60_000;

/** Runs the maintenance of a namespace's vector store; the next round comes by itself, so a failure is only logged. */
export function maintainVectorStoreHandler(
  context: EmbedderContext,
): Handler<PayloadOf<typeof maintainVectorStore>> {
  return {
    async handle({ namespaceId }, stopping) {
      const version = await findNamespaceVersion(context.database, namespaceId, 'ACTIVE');
      if (version === undefined) return;
      const { vectorStore } = await context.providers.open(namespaceId, version);
      await vectorStore.maintain(AbortSignal.any([stopping, AbortSignal.timeout(maintenanceTimeoutMs)]));
    },
    async onExhausted({ namespaceId }, error) {
      context.logger.warn({ error, namespaceId }, 'vector store was not maintained');
    },
  };
}
