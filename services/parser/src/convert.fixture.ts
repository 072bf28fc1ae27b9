import { Readable } from 'node:stream';
import { convertToMarkdown } from './convert.ts';

export interface File {
  readonly name: string;
  readonly type: string | null;
  readonly content: string | Uint8Array;
  /** Bytes of a chunk of the stream. */
  readonly chunkLength: number;
}

/** Converts a file given as a whole; by default it has no name, no type, and comes in one chunk. */
export async function convertFile(file: Partial<File>): Promise<{ mimeType: string; markdown: string }> {
  const content = Buffer.from(file.content ?? '');
  const body = Readable.from(cut(content, file.chunkLength ?? Math.max(1, content.length)));
  const input = { body, fileName: file.name ?? '', declaredType: file.type ?? null, size: content.length };
  const { mimeType, markdown } = await convertToMarkdown(input, new AbortController().signal);
  return { mimeType, markdown: (await Array.fromAsync(markdown)).join('') };
}

export async function markdownOf(name: string, content: string | Uint8Array): Promise<string> {
  return (await convertFile({ name, content })).markdown;
}

function* cut(content: Uint8Array, length: number): Generator<Uint8Array> {
  for (let start = 0; start < content.length; start += length) yield content.subarray(start, start + length);
}
