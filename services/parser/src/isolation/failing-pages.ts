import { rm } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import type { PageToSkip, ReadingProgress } from '@docfleet/formats';
import type { SandboxLimits } from '@docfleet/sandbox';
import type { ConversionResult, ConversionTask } from './serve-conversions.ts';

/** Pages of one file that it is read without; each costs reading the file once more. */
const maxFailingPages = 3;

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
export async function convertWithoutFailingPages(
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
