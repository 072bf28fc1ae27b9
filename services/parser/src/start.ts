import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  type ContentCounts,
  type EstimateOrder,
  type EstimateOutcome,
  endConversion,
  findWaitingConversion,
  judgeContent,
  readConversionFile,
  readEstimateOrder,
} from '@docfleet/domain/conversion';
import type { ConversionModel } from '@docfleet/domain/database';
import {
  advanceDocument,
  type ClaimedDocument,
  documentFileKeys,
  findLiveDocuments,
  followProgress,
} from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { FileStore } from '@docfleet/file-store';
import { type ConversionPlaces, withConversionPlaces } from '@docfleet/formats';
import { countContent } from '@docfleet/pipeline/chunk-planning';
import { withdrawWritten } from '@docfleet/pipeline/providers';
import { documentHandler, type Resources } from '@docfleet/pipeline/resources';
import { convertFile, type Handler, type PayloadOf, parseDocument, startWorker } from '@docfleet/queues';
import { repeat, type Scope } from '@docfleet/runtime/service';
import { abandonedWorkTask } from '@docfleet/sandbox';
import type { NotRead } from '@docfleet/text/not-read';
import type { ParserSettings } from './config.ts';
import { createParserContext, type ParserContext } from './context.ts';

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
async function estimateFile(
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

async function parseFile(
  context: ParserContext,
  { claim, fileStore }: { claim: ClaimedDocument; fileStore: FileStore },
  signal: AbortSignal,
): Promise<void> {
  const { raw, parsed, locations } = documentFileKeys(claim.id, claim.revision);
  const file = await fileStore.get(raw, signal);
  if (!file) throw new AppError('DOCUMENT_UNREADABLE', 'The uploaded file is no longer in the file store');
  await withConversionPlaces(async (places) => {
    await pipeline(file.body, createWriteStream(places.path), { signal });
    const { size: fileSize } = await stat(places.path);
    const languages = claim.ocrLanguages.length > 0 ? claim.ocrLanguages : context.ocrLanguages;
    const ocr = { strategy: claim.ocrStrategy, languages };
    const task = { ...places, fileName: claim.name ?? '', declaredType: claim.mimeType, ocr };
    const converted = await context.converters.convert(task, {
      signal,
      onProgress: followProgress(context.database, claim, {
        stage: 'PARSE',
        onError: (error) => context.logger.warn({ error }, 'the progress of a document was not recorded'),
      }),
    });
    const { mimeType, ocrPages: ocrPagesCount, notRead } = converted;
    const pages = ocrPagesCount - (claim.ocrPagesCount ?? 0);
    await context.quotas.require(claim, { pages, bytes: (await stat(places.outputPath)).size });
    const markdown = createReadStream(places.outputPath);
    await fileStore.put(parsed, markdown, 'text/markdown; charset=utf-8', signal);
    if (converted.places > 0)
      await fileStore.put(locations, createReadStream(places.locationsPath), 'application/x-ndjson', signal);
    const documentsAhead = await context.admissionWindow.documentsAhead(claim);
    const properties = { mimeType, fileSize, ocrPagesCount, notRead, documentsAhead };
    const job = await advanceDocument(context.database, claim, { stage: 'EMBED', ...properties });
    context.dispatcher.dispatch([job]);
  });
}

async function parse(context: ParserContext, claim: ClaimedDocument, signal: AbortSignal): Promise<void> {
  const providers = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
  try {
    await parseFile(context, { claim, fileStore: providers.fileStore }, signal);
  } catch (error) {
    await withdrawWritten(context, { claim, providers });
    throw error;
  }
}

/** Turns a raw file into Markdown beside it in the file store, and hands the document on. */
const parseDocumentHandler = (context: ParserContext): Handler<PayloadOf<typeof parseDocument>> =>
  documentHandler(context, parse);

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaitingConversion>>>;

/** Bytes of Markdown that an answer may have. */
const maxResponseBytes = 50_000_000;

const untilExpiry = ({ expiresAt }: Waiting, signal: AbortSignal) =>
  AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, expiresAt.getTime() - Date.now()))]);

async function convert(
  { database, converters, ocrLanguages }: ParserContext,
  conversion: Waiting,
  signal: AbortSignal,
): Promise<{ markdown: string; notRead: readonly NotRead[] }> {
  return withConversionPlaces(async ({ path, outputPath, workDirectory }) => {
    await pipeline(readConversionFile(database, conversion.id), createWriteStream(path), { signal });
    const { fileName, declaredType, ocrStrategy: strategy } = conversion;
    const languages = conversion.ocrLanguages.length > 0 ? conversion.ocrLanguages : ocrLanguages;
    const file = { path, fileName, declaredType, ocr: { strategy, languages } };
    const { notRead } = await converters.convert(
      { ...file, workDirectory, outputPath },
      { signal, urgent: true },
    );
    if ((await stat(outputPath)).size > maxResponseBytes)
      throw new AppError(
        'DOCUMENT_TOO_COMPLEX',
        'The file holds more text than an answer can carry: ingest it instead',
      );
    return { markdown: await readFile(outputPath, 'utf8'), notRead };
  });
}

/** Converts a file that a caller waits for, or counts what is in it, ahead of those without a waiting caller. */
function convertFileHandler(context: ParserContext): Handler<PayloadOf<typeof convertFile>> {
  const { database } = context;
  return {
    async handle({ conversionId }, signal) {
      const conversion = await findWaitingConversion(database, conversionId);
      if (!conversion) return;
      const until = untilExpiry(conversion, signal);
      const order = readEstimateOrder(context.vault, conversion);
      if (order) {
        const outcome = await estimateFile(context, { conversion, order }, until);
        return endConversion(database, conversionId, { outcome });
      }
      await endConversion(database, conversionId, await convert(context, conversion, until));
    },
    onExhausted: ({ conversionId }, error) => endConversion(database, conversionId, error),
  };
}

export { convertToMarkdown, describeMissingPrograms, findMissingPrograms } from '@docfleet/formats';
export { parserSettings, parserSettingsOf } from './config.ts';

/** Starts the parser's workers; they stop when the scope closes. */
export function startParser(scope: Scope, resources: Resources, settings: ParserSettings): void {
  const { workerOptions } = resources;
  const context = createParserContext(scope, resources, settings);
  const { concurrency, processes } = settings;
  const workers = [
    startWorker(parseDocument, parseDocumentHandler(context), {
      ...workerOptions,
      concurrency,
      parallel: processes,
    }),
    startWorker(convertFile, convertFileHandler(context), {
      ...workerOptions,
      concurrency,
      parallel: processes,
    }),
  ];
  repeat(scope, [abandonedWorkTask], resources.logger);
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
}
