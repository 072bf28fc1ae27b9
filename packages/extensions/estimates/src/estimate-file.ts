import { createReadStream } from 'node:fs';
import type { ParserJobContext } from '@docfleet/api/context';
import { endConversion, findWaitingConversion, type WaitingConversion } from '@docfleet/domain/conversion';
import { findLiveDocuments } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf } from '@docfleet/queues';
import { countContent } from './count-content.ts';
import { judgeContent, readEstimateOrder } from './order.ts';
import type { ContentCounts, EstimatedItem, EstimateOutcome } from './outcome.ts';
import type { estimateFile } from './queues.ts';

const exact = (value: number) => ({ value, isExact: true });

/** Returns the outcome of one document; what its contexts would take is exact only where it has none. */
function toOutcome(item: EstimatedItem, counts: ContentCounts, ocrPages: number): EstimateOutcome {
  const aboutContexts = (value: number) => ({ value, isExact: counts.contexts === 0 });
  return {
    figures: {
      documents: exact(1),
      skipped: exact(0),
      characters: exact(counts.characters),
      tokens: exact(counts.tokens),
      chunks: exact(counts.chunks),
      embeddings: exact(counts.embeddings),
      embeddedTokens: exact(counts.embeddedTokens),
      contexts: exact(counts.contexts),
      contextInputTokens: aboutContexts(counts.contextInputTokens),
      contextOutputTokens: aboutContexts(counts.contextOutputTokens),
      ocrPages: exact(ocrPages),
    },
    read: 1,
    isComplete: true,
    trouble: null,
    items: [item],
  };
}

/** Counts a file or a text as if it were ingested: it is read in the same way and cut as its namespace's model wants it. */
async function estimate(
  context: ParserJobContext,
  conversion: WaitingConversion,
  signal: AbortSignal,
): Promise<EstimateOutcome> {
  const { database, providers: opened, vault } = context;
  const order = readEstimateOrder(vault, conversion);
  const { namespaceId, namespaceVersion, source: ingestionSource, ...sizes } = order;
  const externalId = order.externalId ?? '';
  const name = conversion.fileName || null;
  const providers = await opened.open(namespaceId, namespaceVersion);
  const isText = ingestionSource === 'TEXT';
  return context.withMarkdown(conversion, { isText, signal }, async ({ path, ocrPages }) => {
    const live = (await findLiveDocuments(database, order, [externalId])).get(externalId);
    const pieces = createReadStream(path, { encoding: 'utf8', signal });
    const counts = await countContent(database, providers, { ...sizes, ingestionSource, live, name }, pieces);
    if (counts.chunks === 0) throw new AppError('DOCUMENT_EMPTY', 'The document has no text');
    const item = { externalId, name, wouldBe: judgeContent(counts, live), reason: null, counts };
    return toOutcome(item, counts, ocrPages);
  });
}

/** Estimates a file that a caller waits for, ahead of those without a waiting caller. */
export function estimateFileHandler(context: ParserJobContext): Handler<PayloadOf<typeof estimateFile>> {
  const { database } = context;
  return {
    async handle({ conversionId }, signal) {
      const conversion = await findWaitingConversion(database, conversionId);
      if (!conversion) return;
      const leftMs = Math.max(1, conversion.expiresAt.getTime() - Date.now());
      const until = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
      await endConversion(database, conversionId, { outcome: await estimate(context, conversion, until) });
    },
    onExhausted: ({ conversionId }, error) => endConversion(database, conversionId, error),
  };
}
