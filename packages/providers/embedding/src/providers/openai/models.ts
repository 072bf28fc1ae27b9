import type { EmbeddingLimits } from '../../provider.ts';

/** https://platform.openai.com/docs/guides/embeddings: dimensions, and whether they may be shortened. */
export const knownModels = {
  'text-embedding-3-small': { dimensions: 1_536, shortens: true },
  'text-embedding-3-large': { dimensions: 3_072, shortens: true },
  'text-embedding-ada-002': { dimensions: 1_536, shortens: false },
} as const satisfies Record<string, { dimensions: number; shortens: boolean }>;

export const isKnownModel = (model: string): model is keyof typeof knownModels =>
  Object.hasOwn(knownModels, model);

/** https://platform.openai.com/docs/api-reference/embeddings/create */
export const openAiLimits: EmbeddingLimits = {
  inputsPerRequest: 2_048,
  tokensPerRequest: 300_000,
  tokensPerInput: 8_191,
  concurrentRequests: 16,
};

/** Limits of small compatible servers (Ollama, vLLM, text-embeddings-inference) in their default configuration; they cannot be queried. */
export const compatibleLimits: EmbeddingLimits = {
  inputsPerRequest: 32,
  tokensPerRequest: 16_384,
  tokensPerInput: 8_191,
  concurrentRequests: 4,
};
