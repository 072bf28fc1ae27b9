import { awaitConversion, readUpload, toConversionRefusal } from '@docfleet/api/await-conversion';
import { formJson } from '@docfleet/api/parse-json';
import type { Upload } from '@docfleet/api/route';
import { htmlContentField, notRead, ocrConfig, ocrConfigField } from '@docfleet/api/shared-fields';
import { createConversion } from '@docfleet/domain/conversion';
import type { OcrStrategy } from '@docfleet/domain/database';
import type { NotRead } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { convertFile } from '@docfleet/queues';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { route } from '../../http/route.ts';

interface FileToConvert {
  readonly organizationId: string;
  readonly ocrStrategy: OcrStrategy;
  readonly ocrLanguages: string[];
  readonly keepsWholePages: boolean;
}

const convertFileForm = z
  .strictObject({
    ocrConfig: formJson(ocrConfig).describe(ocrConfigField),
    htmlContent: htmlContentField,
  })
  .meta({ examples: [{ ocrConfig: '{"strategy":"STANDARD_OCR"}' }] });

async function convert(
  context: GatewayContext,
  { file, signal, ...given }: FileToConvert & { file: Upload; signal: AbortSignal },
): Promise<{ markdown: string; notRead: readonly NotRead[] }> {
  const expiresAt = new Date(Date.now() + context.conversionTimeoutMs);
  const { fileName, mimeType: declaredType } = file;
  const order = { ...given, fileName, declaredType, expiresAt };
  const id = await createConversion(context.database, order, readUpload(file));
  try {
    const { markdown, notRead } = await awaitConversion(context, convertFile, { id, expiresAt, signal });
    if (markdown === null) throw new AppError('CONVERT_FILE_FAILED', 'The file could not be converted');
    return { markdown, notRead };
  } catch (cause) {
    throw toConversionRefusal(cause, 'CONVERT_FILE_FAILED');
  }
}

export const convertFileRoute = route({
  method: 'post',
  path: '/v1/convert/file',
  summary: 'Convert a file to Markdown',
  description:
    'Responds within 30 seconds and stores nothing. For small files; larger or slower ones go through ingestion.',
  tags: ['Conversion'],
  scope: 'ingest',
  multipart: convertFileForm,
  fileLimit: ({ convertedFileBytes }) => convertedFileBytes,
  response: z.object({
    documents: z.array(z.object({ filename: z.string(), markdown: z.string(), notRead })),
  }),
  errors: ['UNSUPPORTED_FILE_TYPE', 'REQUEST_TIMEOUT', 'INVALID_REQUEST', 'SERVICE_UNAVAILABLE'],
  invalid: { default: 'INVALID_REQUEST', ocrConfig: 'INVALID_OCR_CONFIG' },
  failed: 'CONVERT_FILE_FAILED',

  async handle({ form, file, organizationId, signal }, context) {
    const { strategy: ocrStrategy, languages: ocrLanguages = [] } = form.ocrConfig;
    const keepsWholePages = form.htmlContent === 'WHOLE';
    const order = { file, organizationId, ocrStrategy, ocrLanguages, keepsWholePages, signal };
    const converted = await convert(context, order);
    return {
      message: 'The file was converted',
      data: { documents: [{ filename: file.fileName, ...converted }] },
    };
  },
});
