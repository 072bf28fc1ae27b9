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
