import type { Database } from '@docfleet/database';
import type { Logger } from '@docfleet/runtime/logging';
import { type SampledChunk, sampleChunks } from './keyword-sample.ts';

/** Writes sampled chunks in the background: what a crash loses of them is only a sample. */
export interface ChunkSampler {
  add(chunks: readonly SampledChunk[]): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

const flushAfterMs = 200;
const maxWaiting = 500;

/** Opens a sampler for one process. */
export function createChunkSampler(database: Database, logger: Logger): ChunkSampler {
  let waiting: SampledChunk[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const chunks = waiting.splice(0);
    if (chunks.length === 0) return;
    await sampleChunks(database, chunks).catch((error: unknown) =>
      logger.warn({ error, chunks: chunks.length }, 'chunks were left out of the keyword sample'),
    );
  }

  return {
    add(chunks) {
      waiting = waiting.concat(chunks);
      if (waiting.length >= maxWaiting) void flush();
      else timer ??= setTimeout(() => void flush(), flushAfterMs);
    },
    close: flush,
  };
}
