import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { jobsOf, startJobs } from '@docfleet/api/extension';
import {
  endConversion,
  findWaitingConversion,
  readConversionFile,
  type WaitingConversion,
} from '@docfleet/domain/conversion';
import {
  advanceDocument,
  type ClaimedDocument,
  documentFileKeys,
  followProgress,
} from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { FileStore } from '@docfleet/file-store';
import { withConversionPlaces } from '@docfleet/formats';
import { withdrawWritten } from '@docfleet/pipeline/providers';
import { documentHandler, type Resources } from '@docfleet/pipeline/resources';
import { convertFile, type Handler, type PayloadOf, parseDocument, startWorker } from '@docfleet/queues';
import { extensions } from '@docfleet/registry';
import { repeat, type Scope } from '@docfleet/runtime/service';
import { abandonedWorkTask } from '@docfleet/sandbox';
import type { NotRead } from '@docfleet/text/not-read';
import type { ParserSettings } from './config.ts';
import { createParserContext, type ParserContext } from './context.ts';

interface Converted {
  readonly path: string;
  readonly ocrPages: number;
  readonly notRead: readonly NotRead[];
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
    const { htmlContent } = claim;
    const task = { ...places, fileName: claim.name ?? '', declaredType: claim.mimeType, ocr, htmlContent };
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

/** Bytes of Markdown that an answer may have. */
const maxResponseBytes = 50_000_000;

/** Converts the file of a caller who waits, ahead of those without one; `use` is given the Markdown while it lies on disk. */
async function withMarkdown<Result>(
  { database, converters, ocrLanguages }: ParserContext,
  conversion: WaitingConversion,
  {
    isText,
    signal,
    maxMs,
  }: { readonly isText: boolean; readonly signal: AbortSignal; readonly maxMs?: number },
  use: (converted: Converted) => Promise<Result>,
): Promise<Result> {
  return withConversionPlaces(async ({ path, outputPath, workDirectory }) => {
    await pipeline(readConversionFile(database, conversion.id), createWriteStream(path), { signal });
    if (isText) return use({ path, ocrPages: 0, notRead: [] });
    const { fileName, declaredType, ocrStrategy: strategy, keepsWholePages } = conversion;
    const htmlContent = keepsWholePages ? ('WHOLE' as const) : ('MAIN' as const);
    const languages = conversion.ocrLanguages.length > 0 ? conversion.ocrLanguages : ocrLanguages;
    const file = { path, fileName, declaredType, ocr: { strategy, languages }, htmlContent };
    const { ocrPages, notRead } = await converters.convert(
      { ...file, workDirectory, outputPath },
      { signal, urgent: true, ...(maxMs !== undefined && { maxMs }) },
    );
    return use({ path: outputPath, ocrPages, notRead });
  });
}

/** Converts a file that a caller waits for. */
function convertFileHandler(context: ParserContext): Handler<PayloadOf<typeof convertFile>> {
  const { database } = context;
  return {
    async handle({ conversionId }, signal) {
      const conversion = await findWaitingConversion(database, conversionId);
      if (!conversion) return;
      const leftMs = Math.max(1, conversion.expiresAt.getTime() - Date.now());
      const until = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
      const options = { isText: false, signal: until, maxMs: leftMs };
      const ended = await withMarkdown(context, conversion, options, async ({ path, notRead }) => {
        if ((await stat(path)).size > maxResponseBytes)
          throw new AppError(
            'DOCUMENT_TOO_COMPLEX',
            'The file holds more text than an answer can carry: ingest it instead',
          );
        return { markdown: await readFile(path, 'utf8'), notRead };
      });
      await endConversion(database, conversionId, ended);
    },
    onExhausted: ({ conversionId }, error) => endConversion(database, conversionId, error),
  };
}

export { convertToMarkdown, describeMissingPrograms, findMissingPrograms } from '@docfleet/formats';
export { parserSettings, parserSettingsOf } from './config.ts';

/** Starts the parser's workers; they stop when the scope closes. */
export function startParser(scope: Scope, resources: Resources, settings: ParserSettings): void {
  const context = createParserContext(scope, resources, settings);
  const { concurrency, processes: parallel } = settings;
  const workerOptions = { ...resources.workerOptions, concurrency, parallel };
  const workers = [
    startWorker(parseDocument, parseDocumentHandler(context), workerOptions),
    startWorker(convertFile, convertFileHandler(context), workerOptions),
  ];
  repeat(scope, [abandonedWorkTask], resources.logger);
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
  startJobs(scope, jobsOf(extensions, 'parser'), {
    ...resources,
    workerOptions,
    withMarkdown: (conversion, options, use) => withMarkdown(context, conversion, options, use),
  });
}
