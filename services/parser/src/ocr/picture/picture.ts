/** A picture in grey: a byte for each pixel, row by row, 0 for black. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** As a binary PGM, which every reader of pictures knows. */
export function writePgm({ width, height, pixels }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/** Reads a binary PGM as pdftoppm writes it; undefined for anything else. */
export function readPgm(bytes: Buffer): Picture | undefined {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 64));
  if (!header) return undefined;
  const [width, height] = [Number(header[1]), Number(header[2])];
  const pixels = bytes.subarray(header[0].length, header[0].length + width * height);
  return pixels.length === width * height ? { width, height, pixels } : undefined;
}
