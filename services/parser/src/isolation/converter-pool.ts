import { rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '@docfleet/errors';
import type { PageToSkip, ReadingProgress } from '@docfleet/formats';
import { createSandboxPool, type SandboxEnd, type SandboxLimits } from '@docfleet/sandbox';
import type { ConversionResult, ConversionTask } from './serve-conversions.ts';

/** Pages of one file that it is read without; each costs reading the file once more. */
const maxFailingPages = 3;
/** Maximum share of a file's time for OCR; the rest is for the pages with text. */
const ocrShare = 0.8;

interface Running {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: object) => void;
}

interface Options {
  readonly signal: AbortSignal;
  readonly urgent?: boolean;
  readonly onProgress?: (progress: ReadingProgress) => void;
  readonly limits: SandboxLimits;
  run(task: ConversionTask, running: Running): Promise<ConversionResult>;
}

type Limit = 'time' | 'memory' | 'crash';

/** Why a page is left out, and what to do about it. */
function reasonFor(limit: Limit, { quietMs, memoryBytes }: SandboxLimits): string {
  if (limit === 'crash') return 'The page is damaged in a way that its reader did not survive: save it again';
  const simplify = 'simplify its drawing, or have the operator raise';
  return limit === 'memory'
    ? `Reading the page takes more memory than the ${Math.round(memoryBytes / 2 ** 20)} MB that a file may take: ${simplify} PARSE_MEMORY_MB`
    : `Reading the page takes more than the ${Math.round(quietMs / 1_000)} s that a page may take: ${simplify} PARSE_QUIET_SECONDS`;
}

/** The limit that a conversion has reached; undefined for failures that reading without a page would not repair. */
function limitOf(cause: unknown): Limit | undefined {
  const limit = cause instanceof AppError ? cause.details['limit'] : undefined;
  return limit === 'time' || limit === 'memory' || limit === 'crash' ? limit : undefined;
}

/** The failure of the only page of a file, with what to do about it. */
function withReason(cause: unknown, why: string): AppError {
  const { code, details } = cause as AppError;
  return new AppError(code, why, { cause, details });
}

/** Converts a file; where that fails at a page, once more without it, as one page must not cost the others. */
async function convertWithoutFailingPages(
  task: ConversionTask,
  { limits, run, onProgress, ...running }: Options,
): Promise<ConversionResult> {
  const pagesToSkip: PageToSkip[] = [];
  const startedAt = performance.now();
  for (;;) {
    let last: ReadingProgress | undefined;
    const follow = (progress: object) => {
      last = progress as ReadingProgress;
      onProgress?.(last);
    };
    try {
      return await run({ ...task, pagesToSkip }, { ...running, onProgress: follow });
    } catch (cause) {
      const limit = limitOf(cause);
      const page = last?.unit === 'PAGE' && last.total !== last.done ? last.done + 1 : undefined;
      const isLate = performance.now() - startedAt > limits.totalMs / 2;
      const mayHelp = limit && page && pagesToSkip.length < maxFailingPages && !isLate;
      if (limit && page && last?.total === 1) throw withReason(cause, reasonFor(limit, limits));
      if (!mayHelp || pagesToSkip.some((skipped) => skipped.page === page)) throw cause;
      pagesToSkip.push({ page, why: reasonFor(limit, limits) });
      if (task.locationsPath) await rm(task.locationsPath, { force: true });
    }
  }
}

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
  /** Milliseconds for which its caller waits; by default only the limits of the pool hold. */
  readonly maxMs?: number;
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

/** Bytes of Markdown allowed for a file of any size; `growth` limits longer results only. */
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
    async convert(task, { maxMs = limits.totalMs, ...options }) {
      const { size } = await stat(task.path);
      return convertWithoutFailingPages(
        {
          ...task,
          ocr: { ...task.ocr, maxMs: ocrShare * Math.min(maxMs, limits.totalMs) },
          outputBytes: maxOutput(limits, size),
        },
        { ...options, limits, run: (given, running) => pool.run(given, running) },
      );
    },
    close: pool.close,
  };
}
