import { resourcesConfig } from '@docfleet/pipeline/resources';
import { z } from 'zod';
import type { ConversionLimits } from './isolation/converter-pool.ts';

const positive = z.coerce.number().int().positive();

export const parserSettings = {
  PARSE_CONCURRENCY: positive
    .default(8)
    .describe('Files a parser works on at once, fetching and storing included'),
  PARSE_PROCESSES: positive
    .default(2)
    .describe(
      'Child processes that read files, one file each at a time; about one for each core; one more is started for an organization without a file under way while others occupy all',
    ),
  PARSE_MEMORY_MB: positive
    .default(1_200)
    .describe('Memory that reading one file may take; a file that takes more fails'),
  PARSE_QUIET_SECONDS: positive
    .default(25)
    .describe(
      'Maximum seconds of processor time without progress while a file is read; written text and each page of OCR are progress',
    ),
  PARSE_TOTAL_SECONDS: positive.default(1_800).describe('Maximum seconds for reading a file'),
  PARSE_OUTPUT_MB: positive.default(100).describe('Text that a file may hold'),
  PARSE_MAX_GROWTH: positive
    .default(100)
    .describe(
      'Maximum size of the text of a file in multiples of the size of the file, beyond the first megabyte; a file that becomes more fails',
    ),
  OCR_LANGUAGES: z
    .string()
    .regex(
      /^[A-Za-z_]+(\+[A-Za-z_]+)*$/,
      'must be auto, or names of tesseract languages joined by +, like eng+deu',
    )
    .default('auto')
    .describe(
      'Languages that OCR expects, as tesseract names them, joined by +; auto finds the language of each page among those that are installed',
    ),
};

export const parserConfig = z.object({ ...resourcesConfig, ...parserSettings });

/** Parser settings in the units that it uses. */
export interface ParserSettings {
  readonly concurrency: number;
  readonly processes: number;
  readonly limits: ConversionLimits;
  readonly ocrLanguages: readonly string[];
}

export function parserSettingsOf(config: z.output<z.ZodObject<typeof parserSettings>>): ParserSettings {
  return {
    concurrency: config.PARSE_CONCURRENCY,
    processes: config.PARSE_PROCESSES,
    limits: {
      quietMs: config.PARSE_QUIET_SECONDS * 1_000,
      totalMs: config.PARSE_TOTAL_SECONDS * 1_000,
      memoryBytes: config.PARSE_MEMORY_MB * 2 ** 20,
      outputBytes: config.PARSE_OUTPUT_MB * 1_000_000,
      growth: config.PARSE_MAX_GROWTH,
    },
    ocrLanguages: config.OCR_LANGUAGES === 'auto' ? [] : config.OCR_LANGUAGES.split('+'),
  };
}
