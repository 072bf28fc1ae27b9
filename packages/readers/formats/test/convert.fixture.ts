import { writeFile } from 'node:fs/promises';
import { collectNotRead } from '@docfleet/text/not-read';
import { withConversionPlaces } from '../src/conversion-places.ts';
import { convertToMarkdown } from '../src/convert.ts';
import type { FilePlace, HtmlContent, OcrOptions } from '../src/format.ts';

export interface File {
  readonly name: string;
  readonly type: string | null;
  readonly content: string | Uint8Array;
  readonly ocr: OcrOptions;
  readonly htmlContent: HtmlContent;
  /** Bytes read at a time. */
  readonly sliceLength: number;
  readonly onOcrPage: () => void;
}

const noOcr: OcrOptions = { strategy: 'BASIC_PARSER', languages: ['eng'] };

/** Converts a file given as a whole; by default it has no name and no type, and is empty. */
export function convertFile(file: Partial<File>): Promise<{ mimeType: string; markdown: string }> {
  return convertLocated(file).then(({ mimeType, markdown }) => ({ mimeType, markdown }));
}

/** Converts a file and also returns the position of each part of the text, by its offset, and the parts that were not read. */
export function convertLocated(file: Partial<File>) {
  const notRead = collectNotRead();
  const places: { readonly offset: number; readonly place: FilePlace }[] = [];
  return withConversionPlaces(async ({ path, workDirectory }) => {
    await writeFile(path, file.content ?? '');
    const { name: fileName = '', type: declaredType = null, ocr = noOcr } = file;
    const { sliceLength, onOcrPage, htmlContent } = file;
    const given = { path, fileName, declaredType, ocr, workDirectory, ...(onOcrPage && { onOcrPage }) };
    const onPlace = (offset: number, place: FilePlace) => void places.push({ offset, place });
    const chosen = { ...(sliceLength && { sliceLength }), ...(htmlContent && { htmlContent }) };
    const input = { ...given, onPlace, onNotRead: notRead.add, ...chosen };
    const { mimeType, markdown } = await convertToMarkdown(input);
    const text = (await Array.fromAsync(markdown)).join('');
    return { mimeType, markdown: text, places, notRead: notRead.entries() };
  });
}

export async function markdownOf(name: string, content: string | Uint8Array): Promise<string> {
  return (await convertFile({ name, content })).markdown;
}
