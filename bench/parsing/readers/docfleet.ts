import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { convertToMarkdown } from '@docfleet/parser';

export async function readDocfleet(path: string): Promise<string> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'docfleet-bench-'));
  try {
    const ocr = { strategy: 'STANDARD_OCR', languages: ['eng'] } as const;
    const input = { path, fileName: basename(path), declaredType: null, ocr, workDirectory };
    const { markdown } = await convertToMarkdown(input);
    return (await Array.fromAsync(markdown)).join('');
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}
