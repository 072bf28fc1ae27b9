import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { advanceDocument, type ClaimedDocument, documentFileKeys, failDocument } from '@docfleet/domain';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf, parseDocument } from '@docfleet/queues';
import type { ParserContext } from './context.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

async function parse(context: ParserContext, claim: ClaimedDocument, signal: AbortSignal): Promise<void> {
  const { fileStore } = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
  const { raw, parsed } = documentFileKeys(claim.id, claim.revision);
  const file = await fileStore.get(raw, signal);
  if (!file) throw new AppError('DOCUMENT_UNREADABLE', 'The uploaded file is no longer in the file store');
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'file');
    await pipeline(file.body, createWriteStream(path), { signal });
    const { markdown, ...properties } = await convert(context, claim, { folder, path, signal });
    await fileStore.put(parsed, createReadStream(markdown), 'text/markdown; charset=utf-8', signal);
    const job = await advanceDocument(context.database, claim, { stage: 'EMBED', ...properties });
    context.dispatcher.dispatch([job]);
  });
}

async function convert(
  { converters, ocrLanguages: languages }: ParserContext,
  claim: ClaimedDocument,
  { folder, path, signal }: { folder: string; path: string; signal: AbortSignal },
) {
  const workDirectory = join(folder, 'work');
  const outputPath = join(folder, 'markdown');
  await mkdir(workDirectory);
  const { size: fileSize } = await stat(path);
  const ocr = { strategy: claim.ocrStrategy, languages };
  const file = { path, fileName: claim.name ?? '', declaredType: claim.mimeType };
  const { mimeType, ocrPages } = await converters.convert(
    { ...file, ocr, workDirectory, outputPath },
    { signal },
  );
  return { markdown: outputPath, mimeType, fileSize, ocrPagesCount: ocrPages };
}

/** Turns a raw file into Markdown beside it in the file store, and hands the document on. */
export function parseDocumentHandler(context: ParserContext): Handler<PayloadOf<typeof parseDocument>> {
  return {
    handle: (payload, signal) =>
      context.documents.work(payload, signal, (claim, held) => parse(context, claim, held)),
    async giveUp(payload, error) {
      context.dispatcher.dispatch(await failDocument(context.database, payload, error));
    },
  };
}
