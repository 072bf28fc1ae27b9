/** Initial content of the dictionary. [MS-OXRTFCP] 2.1.2.1. */
const first =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const dictionaryLength = 4_096;
const headLength = 16;
const compressed = 0x75465a4c;
const plain = 0x414c454d;
const maxLength = 64_000_000;

/** The RTF of a message as Outlook stores it; undefined where it is stored in no way that is known. [MS-OXRTFCP]. */
export function decompressRtf(stored: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(stored);
  if (bytes.length < headLength) return undefined;
  const [length, kind] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
  const body = bytes.subarray(headLength);
  if (kind === plain) return body.subarray(0, length);
  return kind === compressed && length <= maxLength ? expand(body, length) : undefined;
}

function expand(body: Buffer, length: number): Buffer {
  const dictionary = Buffer.alloc(dictionaryLength);
  let place = dictionary.write(first, 'latin1');
  const output = Buffer.alloc(length);
  let written = 0;
  const put = (byte: number) => {
    if (written < length) output[written++] = byte;
    dictionary[place] = byte;
    place = (place + 1) % dictionaryLength;
  };
  for (let at = 0; at < body.length && written < length; ) {
    const kinds = body[at++] as number;
    for (let bit = 0; bit < 8 && at < body.length; bit++) {
      if (((kinds >> bit) & 1) === 0) {
        put(body[at++] as number);
        continue;
      }
      // Where in the dictionary a repeated piece begins, and two less than its length.
      const reference = at + 2 <= body.length ? body.readUInt16BE(at) : 0;
      at += 2;
      const from = reference >> 4;
      if (from === place) return output.subarray(0, written);
      for (let index = 0; index < (reference & 0xf) + 2; index++)
        put(dictionary[(from + index) % dictionaryLength] as number);
    }
  }
  return output.subarray(0, written);
}
