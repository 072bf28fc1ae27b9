import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConversion, findConversionOutcome, OcrStrategy, removeConversion } from '@docfleet/domain';
import { AppError, type ErrorCode, errorCatalogue } from '@docfleet/errors';
import { convertFile, createJob } from '@docfleet/queues';
import { z } from 'zod';
import type { GatewayContext } from '../../context.ts';
import { route } from '../../http/route.ts';
import type { Upload } from '../../http/upload.ts';
import { formJson } from '../../schemas/form-json.ts';
import { ocrConfig } from '../../schemas/ocr-config.ts';

const partBytes = 1_000_000;
const firstLookMs = 20;
const longestPauseMs = 250;

const convertFileForm = z
  .strictObject({
    ocrConfig: formJson(ocrConfig).describe(`JSON: { strategy: ${Object.values(OcrStrategy).join(' or ')} }`),
  })
  .meta({ examples: [{ ocrConfig: '{"strategy":"STANDARD_OCR"}' }] });

/** Looks for the outcome, soon at first, for most files take milliseconds. */
async function waitForOutcome({ database }: GatewayContext, id: string, until: AbortSignal) {
  for (let pause = firstLookMs; ; pause = Math.min(pause * 1.5, longestPauseMs)) {
    await sleep(pause, undefined, { signal: until });
    const outcome = await findConversionOutcome(database, id);
    if (outcome) return outcome;
  }
}

/** The file's own fault is the caller's to mend, whatever the code is called inside; the rest is ours. */
function toAnswer(code: ErrorCode, message: string): AppError {
  if (code === 'UNSUPPORTED_FILE_TYPE') return new AppError(code, message);
  if (code === 'DOCUMENT_TOO_COMPLEX')
    return new AppError('REQUEST_TIMEOUT', message, { details: { reason: code } });
  if (code === 'SYSTEM_PROGRAM_MISSING') return new AppError('CONVERT_FILE_FAILED', message);
  if (errorCatalogue[code] !== 'invalid')
    return new AppError('CONVERT_FILE_FAILED', 'The file could not be converted');
  return new AppError('INVALID_REQUEST', message, {
    details: { reason: code, issues: [{ path: 'file', message }] },
  });
}

async function convert(
  context: GatewayContext,
  {
    file,
    organizationId,
    ocrStrategy,
    signal,
  }: {
    file: Upload;
    organizationId: string;
    ocrStrategy: OcrStrategy;
    signal: AbortSignal;
  },
): Promise<string> {
  const { database, producer, conversionTimeoutMs } = context;
  const deadline = AbortSignal.timeout(conversionTimeoutMs);
  const expiresAt = new Date(Date.now() + conversionTimeoutMs);
  const given = {
    organizationId,
    fileName: file.fileName,
    declaredType: file.mimeType,
    ocrStrategy,
    expiresAt,
  };
  const content = createReadStream(file.path, { highWaterMark: partBytes });
  const id = await createConversion(database, given, content);
  try {
    await producer.add([createJob(convertFile, { conversionId: id })]);
    const { markdown, errorCode, error } = await waitForOutcome(
      context,
      id,
      AbortSignal.any([signal, deadline]),
    );
    if (markdown !== null) return markdown;
    throw toAnswer((errorCode ?? 'INTERNAL_ERROR') as ErrorCode, error ?? '');
  } catch (cause) {
    if (!deadline.aborted || cause instanceof AppError) throw cause;
    const advice = 'The file takes longer to convert than a caller can wait for: ingest it instead';
    throw new AppError('REQUEST_TIMEOUT', advice, { cause });
  } finally {
    await removeConversion(database, id);
  }
}

export const convertFileRoute = route({
  method: 'post',
  path: '/v1/convert/file',
  summary: 'Convert a file to Markdown',
  description:
    'Answers within 30 seconds, and stores nothing. It is for small files: what is larger or takes longer goes through ingestion.',
  tags: ['Conversion'],
  scope: 'ingest',
  multipart: convertFileForm,
  fileLimit: ({ convertedFileBytes }) => convertedFileBytes,
  status: 200,
  reply: z.object({
    documents: z.array(z.object({ filename: z.string(), markdown: z.string() })),
  }),
  errors: ['UNSUPPORTED_FILE_TYPE', 'REQUEST_TIMEOUT', 'INVALID_REQUEST', 'SERVICE_UNAVAILABLE'],
  invalid: { default: 'INVALID_REQUEST', ocrConfig: 'INVALID_OCR_CONFIG' },
  failed: 'CONVERT_FILE_FAILED',

  async handle({ form, file, organizationId, signal }, context) {
    const ocrStrategy = form.ocrConfig.strategy;
    const markdown = await convert(context, { file, organizationId, ocrStrategy, signal });
    return {
      message: 'The file was converted',
      data: { documents: [{ filename: file.fileName, markdown }] },
    };
  },
});
