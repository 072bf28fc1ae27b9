import { createDecoder } from '@docfleet/text/decoding';

/** In place of an encoding where bytes are the codes of a symbol font. */
export const symbolCodes = 'symbols';

/** Collects bytes until it is known that no more belong to the same character, and returns them as text. */
export class ByteText {
  #bytes: number[] = [];
  #encoding = 'windows-1252';

  add(byte: number, encoding: string): string {
    const before = encoding === this.#encoding ? '' : this.take();
    this.#encoding = encoding;
    this.#bytes.push(byte);
    return before;
  }

  take(): string {
    if (this.#bytes.length === 0) return '';
    if (this.#encoding === symbolCodes) return Buffer.from(this.#bytes.splice(0)).toString('latin1');
    const decoder = createDecoder(this.#encoding);
    const text = decoder.write(Uint8Array.from(this.#bytes)) + decoder.end();
    this.#bytes = [];
    return text;
  }
}
