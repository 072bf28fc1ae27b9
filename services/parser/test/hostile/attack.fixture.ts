import { readFile, stat, writeFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { withConversionPlaces } from '@docfleet/formats';
import type { ConverterPool } from '../../src/isolation/converter-pool.ts';

/** Result of reading a file: `read`, or the code of its error. */
export interface Outcome {
  readonly code: string;
  readonly message: string;
  readonly seconds: number;
  /** Bytes of Markdown. */
  readonly bytes: number;
}

const maxReadMs = 30_000;

/** Has a pool read a file, as the parser would. */
export function attack(pool: ConverterPool, name: string, content: Uint8Array): Promise<Outcome> {
  return withConversionPlaces(async ({ path, outputPath, workDirectory }) => {
    await writeFile(path, content);
    const startedAt = performance.now();
    const ocr = { strategy: 'BASIC_PARSER', languages: ['eng'] } as const;
    const task = { path, fileName: name, declaredType: null, ocr, workDirectory, outputPath };
    const [code, message] = await pool
      .convert(task, { signal: AbortSignal.timeout(maxReadMs) })
      .then(() => ['read', ''])
      .catch((error: unknown) =>
        error instanceof AppError
          ? [error.code, error.message]
          : ['not an error of the document', `${error}`],
      );
    const seconds = (performance.now() - startedAt) / 1_000;
    const bytes = code === 'read' ? (await stat(outputPath)).size : 0;
    if (code === 'read' && !isClean(await readFile(outputPath)))
      return { code: 'text that is not well-formed', message: '', seconds, bytes };
    return { code: code ?? '', message: message ?? '', seconds, bytes };
  });
}

/** Whether it is UTF-8 without NUL. */
function isClean(markdown: Buffer): boolean {
  return !markdown.includes(0) && Buffer.from(markdown.toString()).equals(markdown);
}
