import type { PdfDocument } from '../objects/document.ts';
import { type Dictionary, isDictionary, isStream } from '../objects/types.ts';
import type { Encoding } from './encodings.ts';
import { glyphToText } from './glyph-names.ts';

/** An encoding stands in the first part of a Type 1 font, which is not encrypted. */
const maxBytes = 64 * 1_024;

/** What an embedded Type 1 font itself says of its codes (`dup 12 /fi put`); undefined where it says nothing. */
export function embeddedEncoding(font: Dictionary, document: PdfDocument): Encoding | undefined {
  const descriptor = document.resolve(font.get('FontDescriptor'));
  const file = isDictionary(descriptor) ? document.resolve(descriptor.get('FontFile')) : null;
  const data = isStream(file) ? document.readStream(file) : undefined;
  if (!data) return undefined;
  const text = Buffer.from(data.subarray(0, maxBytes)).toString('latin1');
  const start = text.indexOf('/Encoding');
  const end = text.indexOf('eexec');
  const encoding: (string | undefined)[] = new Array(256).fill(undefined);
  let count = 0;
  for (const [, code, name] of text.slice(start, end).matchAll(/dup\s+(\d{1,3})\s*\/(\S+)\s+put/g)) {
    if (Number(code) > 255) continue;
    encoding[Number(code)] = glyphToText(name as string);
    count++;
  }
  return start !== -1 && end !== -1 && count > 0 ? encoding : undefined;
}
