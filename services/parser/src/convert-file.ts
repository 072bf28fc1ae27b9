import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  endConversion,
  findWaitingConversion,
  readConversionFile,
  readEstimateOrder,
} from '@docfleet/domain/conversion';
import { AppError } from '@docfleet/errors';
import { withConversionPlaces } from '@docfleet/formats';
import type { convertFile, Handler, PayloadOf } from '@docfleet/queues';
import type { NotRead } from '@docfleet/text/not-read';
import type { ParserContext } from './context.ts';
import { estimateFile } from './estimate-file.ts';

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
export function convertFileHandler(context: ParserContext): Handler<PayloadOf<typeof convertFile>> {
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
