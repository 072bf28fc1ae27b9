import { z } from 'zod';
import type { RerankContext, Reranker } from './provider.ts';
import { cohere } from './providers/cohere.ts';
import { compatible } from './providers/compatible.ts';
import { jina } from './providers/jina.ts';
import { local } from './providers/local.ts';
import { voyage } from './providers/voyage.ts';

/** To add a provider: write its file, then name it here. */
export const providers = {
  LOCAL: local,
  COHERE: cohere,
  JINA: jina,
  VOYAGE: voyage,
  COMPATIBLE: compatible,
};

/** A namespace's `rerankConfig`, as requests bring it and as it is stored. */
export const rerankConfig = z.discriminatedUnion('provider', [
  local.config,
  cohere.config,
  jina.config,
  voyage.config,
  compatible.config,
]);
export type RerankConfig = z.output<typeof rerankConfig>;

/** Opens the reranker that a namespace's stored configuration describes; throws a ZodError when it describes none. */
export function openReranker(config: unknown, context: RerankContext): Reranker {
  const { provider } = rerankConfig.parse(config);
  return providers[provider].open(config, context);
}
