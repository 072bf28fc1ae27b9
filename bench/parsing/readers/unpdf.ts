import { readFile } from 'node:fs/promises';
import { extractText } from 'unpdf';

export async function readUnpdf(path: string): Promise<string> {
  const { text } = await extractText(new Uint8Array(await readFile(path)), { mergePages: true });
  return text;
}
