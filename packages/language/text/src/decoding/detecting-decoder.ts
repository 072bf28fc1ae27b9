import { isAscii } from 'node:buffer';
import { encodingOfMark, encodingOfUnits } from './byte-order-mark.ts';
import { createDecoder, type Decoder } from './decoder.ts';
import { detectEncoding } from './detect-encoding.ts';

/** Bytes among which a page declares its encoding: long scripts may stand before it. */
const headLength = 64 * 1_024;
/** Bytes that show whether they are units of UTF-16. */
const unitsLength = 4 * 1_024;
/** Bytes from the first one that is not ASCII, by which the encoding is judged. */
const sampleLength = 64 * 1_024;

/** The labels of encodings that are declared of a text, the weightiest first; its first bytes are given as Latin-1. */
export type FindDeclared = (head: string) => readonly (string | undefined)[];

/**
 * A decoder that finds the encoding by itself. ASCII goes straight through; the first byte that is none makes it
 * collect a sample to judge by. What it decides depends on the bytes alone, never on how they were cut.
 */
export class DetectingDecoder implements Decoder {
  readonly #findDeclared: FindDeclared;
  #encoding = 'ascii';
  #decoder: Decoder | undefined;
  #head: Buffer | undefined;
  /** Bytes that wait for the encoding to be known. */
  #held: Uint8Array[] = [];
  #heldLength = 0;

  constructor(findDeclared: FindDeclared) {
    this.#findDeclared = findDeclared;
  }

  /** The encoding as far as it is known: ASCII until something else is met. */
  get encoding(): string {
    return this.#encoding;
  }

  write(bytes: Uint8Array): string {
    if (this.#decoder) return this.#decoder.write(bytes);
    if (this.#head) return this.#writeAscii(this.#head, bytes);
    this.#hold(bytes);
    return this.#heldLength >= headLength ? this.#readHead() : '';
  }

  end(): string {
    const text = this.#head ? '' : this.#readHead();
    const rest = this.#head && !this.#decoder && this.#heldLength > 0 ? this.#judge(this.#head) : '';
    return text + rest + (this.#decoder?.end() ?? '');
  }

  #readHead(): string {
    const bytes = this.#release();
    const head = bytes.subarray(0, headLength);
    this.#head = head;
    const unicode = encodingOfMark(head) ?? encodingOfUnits(head.subarray(0, unitsLength));
    return unicode ? this.#decideFor(unicode, bytes) : this.#writeAscii(head, bytes);
  }

  #writeAscii(head: Buffer, bytes: Uint8Array): string {
    const end = this.#heldLength > 0 ? 0 : lengthOfAscii(bytes);
    if (end < bytes.length) this.#hold(bytes.subarray(end));
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('latin1');
    return this.#heldLength >= sampleLength ? text + this.#judge(head) : text;
  }

  #judge(head: Buffer): string {
    const bytes = this.#release();
    const sample = {
      bytes: Buffer.concat([head.subarray(0, lengthOfAscii(head)), bytes.subarray(0, sampleLength)]),
      isCut: bytes.length >= sampleLength,
    };
    return this.#decideFor(detectEncoding(sample, this.#findDeclared(head.toString('latin1'))), bytes);
  }

  #decideFor(encoding: string, bytes: Uint8Array): string {
    this.#encoding = encoding;
    this.#decoder = createDecoder(encoding);
    return this.#decoder.write(bytes);
  }

  #hold(bytes: Uint8Array): void {
    this.#held.push(bytes);
    this.#heldLength += bytes.length;
  }

  #release(): Buffer {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldLength = 0;
    return bytes;
  }
}

const escapeCode = 0x1b;

/** How many bytes are surely ASCII; an escape may begin the characters of ISO-2022-JP. */
function lengthOfAscii(bytes: Uint8Array): number {
  if (isAscii(bytes) && !bytes.includes(escapeCode)) return bytes.length;
  return bytes.findIndex((byte) => byte > 0x7f || byte === escapeCode);
}
