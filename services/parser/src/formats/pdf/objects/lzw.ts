const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const LARGEST_TABLE = 4_096;

/** Undoes LZW as PDF and TIFF pack it (ISO 32000-1, 7.4.4.2); `early` is 1 where codes grow one entry early. */
export function decodeLzw(bytes: Uint8Array, early: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let table: Uint8Array[] = [];
  let width = 9;
  let buffer = 0;
  let held = 0;
  let previous: Uint8Array | undefined;
  const reset = () => {
    table = Array.from({ length: FIRST_FREE }, (_, code) => Uint8Array.of(code & 0xff));
    width = 9;
    previous = undefined;
  };
  reset();
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (buffer >> held) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      reset();
      continue;
    }
    const entry: Uint8Array | undefined =
      table[code] ?? (previous && Uint8Array.of(...previous, previous[0] ?? 0));
    if (!entry) break;
    parts.push(entry);
    if (previous && table.length < LARGEST_TABLE) table.push(Uint8Array.of(...previous, entry[0] ?? 0));
    previous = entry;
    const size = table.length + early;
    width = size >= 2_048 ? 12 : size >= 1_024 ? 11 : size >= 512 ? 10 : 9;
  }
  return Buffer.concat(parts);
}
