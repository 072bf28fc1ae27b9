import type { ToolContext } from './tool.ts';

/** A part of a document's text, with how it goes on. */
export interface ContentPart {
  readonly text: string;
  /** Offset of the rest of the text in UTF-16 units; null at its end. */
  readonly nextOffset: number | null;
}

/** Reads a document's Markdown from `offset` on, at most `length` UTF-16 units, never half of a pair. Holds no more than that. */
export async function readContent(
  { client, request }: Pick<ToolContext, 'client' | 'request'>,
  documentId: string,
  { offset, length }: { offset: number; length: number },
): Promise<ContentPart> {
  const { body } = await client.documents.content({ documentId, format: 'markdown' }, request);
  let passed = 0;
  let text = '';
  // Leaving the loop cancels the rest of the stream.
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const from = Math.max(0, offset - passed);
    passed += piece.length;
    if (from < piece.length) text += piece.slice(from, from + length + 1 - text.length);
    if (text.length > length) break;
  }
  if (text.length <= length) return { text, nextOffset: null };
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  const end = splitsPair ? length - 1 : length;
  return { text: text.slice(0, end), nextOffset: offset + end };
}
