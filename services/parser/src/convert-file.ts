import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  endConversion,
  findWaitingConversion,
  readConversionFile,
  type WaitingConversion,
} from '@docfleet/domain/conversion';
import { AppError } from '@docfleet/errors';
import { withConversionPlaces } from '@docfleet/formats';
import type { convertFile, Handler, PayloadOf } from '@docfleet/queues';
import type { NotRead } from '@docfleet/text/not-read';
import type { ParserContext } from './context.ts';

interface Converted {
  readonly path: string;
  readonly ocrPages: number;
  readonly notRead: readonly NotRead[];
}

/** Bytes of Markdown that an answer may have. */
const maxResponseBytes = 50_000_000;

/** Converts the file of a caller who waits, ahead of those without one; `use` is given the Markdown while it lies on disk. */
export async function withMarkdown<Result>(
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
export function convertFileHandler(context: ParserContext): Handler<PayloadOf<typeof convertFile>> {
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
