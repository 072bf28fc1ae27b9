import { isAscii } from 'node:buffer';
import { encodingOfMark, encodingOfZeros } from './byte-order-mark.ts';
import { createDecoder, type Decoder } from './decoder.ts';
import { detectEncoding } from './detect-encoding.ts';

const HEAD_LENGTH = 4 * 1_024;
/** Bytes from the first one that is not ASCII, by which the encoding is judged. */
const SAMPLE_LENGTH = 64 * 1_024;

/** The encoding that a text declares within its first bytes, which are given as Latin-1. */
export type FindDeclared = (head: string) => string | undefined;

export interface DetectingDecoder extends Decoder {
  /** The encoding as far as it is known: ASCII until something else is met. */
  readonly encoding: string;
}

/**
 * A decoder that finds the encoding by itself. ASCII goes straight through; the first byte that is none makes it
 * collect a sample to judge by. What it decides depends on the bytes alone, never on how they were cut.
 */
export function createDetectingDecoder(findDeclared: FindDeclared): DetectingDecoder {
  let head: Buffer | undefined;
  let held: Uint8Array[] = [];
  let heldLength = 0;
  let isForeign = false;
  let encoding = 'ascii';
  let decoder: Decoder | undefined;

  const release = (): Buffer => {
    const bytes = Buffer.concat(held);
    held = [];
    heldLength = 0;
    return bytes;
  };
  const hold = (bytes: Uint8Array) => {
    held.push(bytes);
    heldLength += bytes.length;
  };
  const decide = (decided: string, bytes: Uint8Array): string => {
    encoding = decided;
    decoder = createDecoder(decided);
    return decoder.write(bytes);
  };
  const judge = (first: Buffer): string => {
    const bytes = release();
    return decide(
      detectEncoding(Buffer.concat([first, bytes]), findDeclared(first.toString('latin1'))),
      bytes,
    );
  };
  const readHead = (): string => {
    const bytes = release();
    head = bytes.subarray(0, HEAD_LENGTH);
    const unicode = encodingOfMark(head) ?? encodingOfZeros(head);
    return unicode ? decide(unicode, bytes) : readAscii(head, bytes);
  };
  const readAscii = (first: Buffer, bytes: Uint8Array): string => {
    const end = isForeign ? 0 : lengthOfAscii(bytes);
    if (end < bytes.length) {
      isForeign = true;
      hold(bytes.subarray(end));
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('latin1');
    return heldLength >= SAMPLE_LENGTH ? text + judge(first) : text;
  };

  return {
    get encoding() {
      return encoding;
    },
    write(bytes) {
      if (decoder) return decoder.write(bytes);
      if (head) return readAscii(head, bytes);
      hold(bytes);
      return heldLength >= HEAD_LENGTH ? readHead() : '';
    },
    end() {
      const text = head ? '' : readHead();
      const rest = head && isForeign && !decoder ? judge(head) : '';
      return text + rest + (decoder?.end() ?? '');
    },
  };
}

function lengthOfAscii(bytes: Uint8Array): number {
  return isAscii(bytes) ? bytes.length : bytes.findIndex((byte) => byte > 0x7f);
}
