import { fileURLToPath } from 'node:url';
import { limits } from '@docfleet/runtime/config';
import { createSandboxPool, type SandboxEnd } from '@docfleet/sandbox';
import type { MarkupForm, MarkupTask } from './convert-markup.ts';

/**
 * Converts what users of vendors have written to Markdown, in child processes with limits of time and memory. Rejects with
 * DOCUMENT_TOO_COMPLEX where a limit is reached, with DOCUMENT_UNREADABLE where the child does not survive.
 */
export interface MarkupReader {
  toMarkdown(form: MarkupForm, text: string, signal: AbortSignal): Promise<string>;
}

const reads = {
  name: 'page',
  tooComplex: 'DOCUMENT_TOO_COMPLEX',
  unreadable: 'DOCUMENT_UNREADABLE',
} as const;

/** A reader for one process; its children start when they are needed. */
export function createMarkupReader({
  processes,
  timeoutMs = limits.pageReadingMs,
  onEnd,
}: {
  readonly processes: number;
  /** Milliseconds for a page; the limit of all installations by default. */
  readonly timeoutMs?: number;
  readonly onEnd?: ((why: SandboxEnd) => void) | undefined;
}): MarkupReader & { close(): void } {
  const pool = createSandboxPool<MarkupTask, { readonly markdown: string }>({
    size: processes,
    script: fileURLToPath(new URL('child.ts', import.meta.url)),
    limits: {
      quietMs: timeoutMs,
      totalMs: timeoutMs,
      memoryBytes: limits.pageReadingMemoryBytes,
    },
    reads,
    onEnd,
  });
  return {
    async toMarkdown(form, text, signal) {
      if (text === '') return '';
      return (await pool.run({ form, text }, { signal })).markdown;
    },
    close: pool.close,
  };
}
