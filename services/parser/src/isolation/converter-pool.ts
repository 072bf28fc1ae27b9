import { fileURLToPath } from 'node:url';
import type { ConverterEnd } from '@docfleet/runtime/metrics';
import { type ConverterProcess, startConverterProcess } from './converter-process.ts';
import { groupMemory } from './group-memory.ts';
import type { ConversionLimits } from './limits.ts';
import type { ConversionResult, ConversionTask } from './protocol.ts';

const converterScript = fileURLToPath(new URL('child.ts', import.meta.url));

export interface ConverterPool {
  /**
   * Converts a file in a process of its own and writes Markdown to `outputPath`. Rejects with the document's error; with
   * DOCUMENT_TOO_COMPLEX when a limit is reached; with the signal's reason when that aborts. Whoever is `urgent` goes ahead of those
   * who wait and are not.
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
  /** Told why a child came to its end, of each that does. */
  readonly onEnd?: (reason: ConverterEnd) => void;
}

/** A child that has grown so much makes room for a fresh one. */
const grownBytes = 400 * 2 ** 20;

async function retireWhenGrown(converter: ConverterProcess): Promise<void> {
  if ((await groupMemory(converter.pid)) > grownBytes) converter.kill('grown');
}

/** Opens a pool of child processes, which start when they are needed and stay for the files to come. */
export function createConverterPool({
  size,
  limits,
  script = converterScript,
  onEnd = () => undefined,
}: ConverterPoolOptions): ConverterPool {
  const idle: ConverterProcess[] = [];
  const all = new Set<ConverterProcess>();
  const waiting: { readonly start: () => void; readonly urgent: boolean }[] = [];
  let busy = 0;

  async function takeTurn(urgent: boolean): Promise<void> {
    if (busy >= size)
      await new Promise<void>((start) => {
        const place = urgent ? waiting.findIndex((other) => !other.urgent) : -1;
        waiting.splice(place === -1 ? waiting.length : place, 0, { start, urgent });
      });
    else busy += 1;
  }

  /** The place of whoever ends goes to the next one directly, so that nobody slips in between. */
  function passTurn(): void {
    const next = waiting.shift();
    if (next) next.start();
    else busy -= 1;
  }

  function take(): ConverterProcess {
    for (let known = idle.pop(); known; known = idle.pop()) {
      if (known.usable) return known;
      all.delete(known);
    }
    const fresh = startConverterProcess({ script, limits, onEnd });
    all.add(fresh);
    return fresh;
  }

  return {
    async convert(task, { signal, urgent = false }) {
      await takeTurn(urgent);
      const converter = take();
      try {
        await converter.ready;
        return await converter.convert(task, signal);
      } finally {
        await retireWhenGrown(converter);
        if (converter.usable) idle.push(converter);
        else all.delete(converter);
        passTurn();
      }
    },
    close() {
      for (const converter of all) converter.kill('closed');
      all.clear();
    },
  };
}
