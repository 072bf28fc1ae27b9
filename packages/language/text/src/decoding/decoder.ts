import iconv from 'iconv-lite';

/** Turns bytes into text, wherever the stream is cut; what cannot be decoded becomes U+FFFD. */
export interface Decoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

/** A decoder for any encoding of the WHATWG standard, and for those that iconv-lite adds: UTF-32 and the code pages of DOS. */
export function createDecoder(encoding: string): Decoder {
  const label = encoding.trim().toLowerCase();
  if (!isWebEncoding(label)) {
    const decoder = iconv.getDecoder(label);
    return { write: (bytes) => decoder.write(Buffer.from(bytes)), end: () => decoder.end() ?? '' };
  }
  const decoder = new TextDecoder(label);
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function isWebEncoding(label: string): boolean {
  try {
    return Boolean(new TextDecoder(label));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_NOT_SUPPORTED') return false;
    throw error;
  }
}

/** Encodings of iconv-lite that write bytes as text, such as `hex`, are none of texts. */
const ofBytes = /^(?:hex|base64|binary|ucs-?2)/;

/** Whether `createDecoder` takes this label. */
export function isKnownEncoding(label: string): boolean {
  const name = label.trim().toLowerCase();
  return isWebEncoding(name) || (!ofBytes.test(name) && iconv.encodingExists(name));
}
