import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
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
import { documentHandler } from '@docfleet/pipeline/resources';
import type { Handler, PayloadOf, parseDocument } from '@docfleet/queues';
import type { ParserContext } from './context.ts';

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
export const parseDocumentHandler = (context: ParserContext): Handler<PayloadOf<typeof parseDocument>> =>
  documentHandler(context, parse);
