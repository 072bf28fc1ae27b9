/** Turns bytes into text, wherever the stream is cut; what cannot be decoded becomes U+FFFD. */
export interface Decoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

/** A decoder for any encoding of the WHATWG standard, and for UTF-32, which that leaves out. */
export function createDecoder(encoding: string): Decoder {
  if (encoding.startsWith('utf-32')) return createUtf32Decoder(encoding === 'utf-32le');
  const decoder = new TextDecoder(encoding);
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** Whether `createDecoder` takes this label. */
export function isKnownEncoding(label: string): boolean {
  try {
    createDecoder(label);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_NOT_SUPPORTED') return false;
    throw error;
  }
}

const replacement = 0xfffd;

function createUtf32Decoder(isLittleEndian: boolean): Decoder {
  let rest: Uint8Array = new Uint8Array();
  let isFirst = true;
  return {
    write(bytes) {
      const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
      const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
      const whole = all.length - (all.length % 4);
      let text = '';
      for (let index = 0; index < whole; index += 4) {
        const codePoint = view.getUint32(index, isLittleEndian);
        if (!(isFirst && codePoint === 0xfeff)) text += characterOf(codePoint);
        isFirst = false;
      }
      rest = all.slice(whole);
      return text;
    },
    end: () => (rest.length > 0 ? String.fromCodePoint(replacement) : ''),
  };
}

function characterOf(codePoint: number): string {
  const isCharacter = codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
  return String.fromCodePoint(isCharacter ? codePoint : replacement);
}
