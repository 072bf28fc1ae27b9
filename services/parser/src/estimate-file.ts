import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  type ContentCounts,
  type EstimateOrder,
  type EstimateOutcome,
  judgeContent,
  readConversionFile,
} from '@docfleet/domain/conversion';
import type { ConversionModel } from '@docfleet/domain/database';
import { findLiveDocuments } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { type ConversionPlaces, withConversionPlaces } from '@docfleet/formats';
import { countContent } from '@docfleet/pipeline/chunk-planning';
import type { ParserContext } from './context.ts';

interface FileEstimate {
  readonly conversion: ConversionModel;
  readonly order: EstimateOrder;
}

/** Converts a file and returns the path of its Markdown, and the pages read by OCR; a text is returned as it is. */
async function toMarkdown(
  { converters, ocrLanguages }: ParserContext,
  { conversion, order }: FileEstimate,
  { path, outputPath, workDirectory }: ConversionPlaces,
  signal: AbortSignal,
): Promise<{ path: string; ocrPages: number }> {
  if (order.source === 'TEXT') return { path, ocrPages: 0 };
  const { fileName, declaredType, ocrStrategy: strategy } = conversion;
  const languages = conversion.ocrLanguages.length > 0 ? conversion.ocrLanguages : ocrLanguages;
  const file = { path, fileName, declaredType, ocr: { strategy, languages } };
  const { ocrPages } = await converters.convert(
    { ...file, workDirectory, outputPath },
    { signal, urgent: true },
  );
  return { path: outputPath, ocrPages };
}

const exact = (value: number) => ({ value, isExact: true });

function toOutcome(
  { conversion, order }: FileEstimate,
  { counts, ocrPages }: { counts: ContentCounts; ocrPages: number },
  wouldBe: ReturnType<typeof judgeContent>,
): EstimateOutcome {
  const item = { externalId: order.externalId ?? '', name: conversion.fileName || null };
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
      contextInputTokens: { value: counts.contextInputTokens, isExact: counts.contexts === 0 },
      contextOutputTokens: { value: counts.contextOutputTokens, isExact: counts.contexts === 0 },
      ocrPages: exact(ocrPages),
    },
    read: 1,
    isComplete: true,
    trouble: null,
    items: [{ ...item, wouldBe, reason: null, counts }],
  };
}

/** Counts what is in a file, or in a text, as if it were ingested: it is read in the same way and cut as its namespace's model wants it. */
export async function estimateFile(
  context: ParserContext,
  estimate: FileEstimate,
  signal: AbortSignal,
): Promise<EstimateOutcome> {
  const { database, providers: opened } = context;
  const { conversion, order } = estimate;
  const { namespaceId, namespaceVersion, source: ingestionSource, externalId, ...sizes } = order;
  const providers = await opened.open(namespaceId, namespaceVersion);
  return withConversionPlaces(async (places) => {
    await pipeline(readConversionFile(database, conversion.id), createWriteStream(places.path), { signal });
    const { path, ocrPages } = await toMarkdown(context, estimate, places, signal);
    const live = (await findLiveDocuments(database, order, [externalId ?? ''])).get(externalId ?? '');
    const document = { ...sizes, ingestionSource, live, name: conversion.fileName || null };
    const pieces = createReadStream(path, { encoding: 'utf8', signal });
    const counts = await countContent(database, providers, document, pieces);
    if (counts.chunks === 0) throw new AppError('DOCUMENT_EMPTY', 'The document has no text');
    return toOutcome(estimate, { counts, ocrPages }, judgeContent(counts, live));
  });
}
