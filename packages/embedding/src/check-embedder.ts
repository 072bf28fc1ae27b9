import type { Embedder } from './provider.ts';

/** Embeds one word, so that a wrong key, model or address is known before documents depend on it. Gives the model's dimension. */
export async function checkEmbedder(embedder: Embedder, signal: AbortSignal): Promise<number> {
  const [vector] = await embedder.embed(['test'], 'query', signal);
  return vector?.length ?? 0;
}
