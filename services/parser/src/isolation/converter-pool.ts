import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createSandboxPool, type SandboxEnd, type SandboxLimits } from '@docfleet/sandbox';
import type { ConversionResult, ConversionTask } from './serve-conversions.ts';

const converterScript = fileURLToPath(new URL('child.ts', import.meta.url));

/** What a file may take; a page read by OCR is progress, and so is text that is written. */
export interface ConversionLimits extends SandboxLimits {
  /** Bytes of Markdown. */
  readonly outputBytes: number;
  /** Bytes of Markdown for each byte of the file, beyond the first megabyte. */
  readonly growth?: number;
}

export interface ConverterPool {
  /**
   * Converts a file in a process of its own and writes Markdown to `outputPath`. Rejects with the document's error; with
   * DOCUMENT_TOO_COMPLEX when a limit is reached; with the signal's reason when that aborts. Urgent conversions overtake those that wait
   * and are not.
   */
  convert(
    task: Omit<ConversionTask, 'outputBytes'>,
    options: { readonly signal: AbortSignal; readonly urgent?: boolean },
  ): Promise<ConversionResult>;
  close(): void;
}

export interface ConverterPoolOptions {
  /** Files that are read at once. */
  readonly size: number;
  readonly limits: ConversionLimits;
  /** What the children run, if not docfleet's own readers. */
  readonly script?: string;
  /** Called once for each child, when it ends. */
  readonly onEnd?: (reason: SandboxEnd) => void;
}

const reads = {
  name: 'file',
  tooComplex: 'DOCUMENT_TOO_COMPLEX',
  unreadable: 'DOCUMENT_UNREADABLE',
} as const;

/** What a file of any size may become: short files of office programs name their styles and settings in more bytes than their text has. */
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
    async convert(task, running) {
      const { size } = await stat(task.path);
      return pool.run({ ...task, outputBytes: maxOutput(limits, size) }, running);
    },
    close: pool.close,
  };
}
