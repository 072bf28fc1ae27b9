import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ReadingProgress } from '@docfleet/formats';
import { createSandboxPool, type SandboxEnd, type SandboxLimits } from '@docfleet/sandbox';
import { convertWithoutFailingPages } from './failing-pages.ts';
import type { ConversionResult, ConversionTask } from './serve-conversions.ts';

const converterScript = fileURLToPath(new URL('child.ts', import.meta.url));

/** Limits of converting one file. Each page read by OCR, and all text written, counts as progress. */
export interface ConversionLimits extends SandboxLimits {
  /** Bytes of Markdown. */
  readonly outputBytes: number;
  /** Bytes of Markdown for each byte of the file, beyond the first megabyte. */
  readonly growth?: number;
}

interface ConvertOptions {
  readonly signal: AbortSignal;
  readonly urgent?: boolean;
  /** Called with how far the file has been read. */
  readonly onProgress?: (progress: ReadingProgress) => void;
}

export interface ConverterPool {
  /**
   * Converts a file in a process of its own and writes Markdown to `outputPath`. A page that reaches a limit, or that its reader does not
   * survive, is left out and named in `notRead`. Rejects with the document's error; with DOCUMENT_TOO_COMPLEX when a limit is reached
   * otherwise; with the signal's reason when that aborts. Urgent conversions overtake those that wait and are not.
   */
  convert(task: Omit<ConversionTask, 'outputBytes'>, options: ConvertOptions): Promise<ConversionResult>;
  close(): void;
}

export interface ConverterPoolOptions {
  /** Files that are read at once. */
  readonly size: number;
  readonly limits: ConversionLimits;
  /** Script that the children run; docfleet's own readers by default. */
  readonly script?: string;
  /** Called once for each child, when it ends. */
  readonly onEnd?: (reason: SandboxEnd) => void;
}

const reads = {
  name: 'file',
  tooComplex: 'DOCUMENT_TOO_COMPLEX',
  unreadable: 'DOCUMENT_UNREADABLE',
} as const;

/** Bytes of Markdown allowed whatever the size of the file; `growth` only limits longer results. */
const alwaysAllowedBytes = 1_000_000;

/** Returns the bytes of Markdown that a file of this size may become. */
const maxOutput = ({ outputBytes, growth = Number.POSITIVE_INFINITY }: ConversionLimits, size: number) =>
  Math.min(outputBytes, Math.max(alwaysAllowedBytes, growth * size));

/** Opens a pool of child processes that convert files. */
export function createConverterPool({
  limits,
  script = converterScript,
  ...options
}: ConverterPoolOptions): ConverterPool {
  const pool = createSandboxPool<ConversionTask, ConversionResult>({ ...options, limits, script, reads });
  return {
    async convert(task, options) {
      const { size } = await stat(task.path);
      return convertWithoutFailingPages(
        { ...task, outputBytes: maxOutput(limits, size) },
        { ...options, limits, run: (given, running) => pool.run(given, running) },
      );
    },
    close: pool.close,
  };
}
