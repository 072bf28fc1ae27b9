import { endConversion } from '@docfleet/domain/conversion';
import type { GatewayContext } from '../src/http/context.ts';

const pauseMs = 20;

const none = { value: 0, isExact: true };
/** Outcome of an estimate, as its extension stores it. */
const estimated = {
  figures: {
    documents: none,
    skipped: none,
    characters: none,
    tokens: none,
    chunks: none,
    embeddings: none,
    embeddedTokens: none,
    contexts: none,
    contextInputTokens: none,
    contextOutputTokens: none,
    ocrPages: none,
  },
  read: 0,
  isComplete: true,
  trouble: null,
  items: [],
};

/** Stands in for parsers and scrapers: ends every conversion and estimate that waits. Returns what stops it, when its last look is over. */
export function respondToConversions({ database }: GatewayContext): () => Promise<void> {
  let looking = Promise.resolve();
  const response = async () => {
    const waiting = await database.conversion.findMany({ where: { status: 'QUEUED' } });
    for (const { id, order } of waiting)
      await endConversion(
        database,
        id,
        order ? { outcome: estimated } : { markdown: '# Converted', notRead: [] },
      );
  };
  const timer = setInterval(() => {
    looking = looking.then(response);
  }, pauseMs);
  return () => {
    clearInterval(timer);
    return looking;
  };
}
