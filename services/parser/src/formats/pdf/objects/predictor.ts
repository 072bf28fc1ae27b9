export interface PredictorOptions {
  readonly predictor: number;
  readonly colors: number;
  readonly bits: number;
  readonly columns: number;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function predictByte(kind: number, left: number, up: number, corner: number): number {
  switch (kind) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

/** Undoes the PNG predictors (RFC 2083, 6), each row of which names its own. */
function undoPng(bytes: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  const result = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const source = row * (rowBytes + 1);
    const kind = bytes[source] ?? 0;
    const target = row * rowBytes;
    for (let column = 0; column < rowBytes; column++) {
      const left = column >= pixelBytes ? (result[target + column - pixelBytes] ?? 0) : 0;
      const up = row > 0 ? (result[target + column - rowBytes] ?? 0) : 0;
      const corner =
        row > 0 && column >= pixelBytes ? (result[target + column - rowBytes - pixelBytes] ?? 0) : 0;
      result[target + column] = (bytes[source + 1 + column] ?? 0) + predictByte(kind, left, up, corner);
    }
  }
  return result;
}

/** Undoes TIFF's predictor for samples of eight bits, which is all that is met outside of images. */
function undoTiff(bytes: Uint8Array, rowBytes: number, colors: number): Uint8Array {
  const result = Uint8Array.from(bytes);
  for (let index = 0; index < result.length; index++)
    if (index % rowBytes >= colors) result[index] = (result[index] ?? 0) + (result[index - colors] ?? 0);
  return result;
}

/** Undoes what was done to make bytes pack better (ISO 32000-1, 7.4.4.4). */
export function undoPredictor(
  bytes: Uint8Array,
  { predictor, colors, bits, columns }: PredictorOptions,
): Uint8Array {
  const rowBytes = Math.ceil((colors * bits * columns) / 8);
  if (predictor < 2 || rowBytes < 1 || rowBytes > 2 ** 20) return bytes;
  if (predictor === 2) return bits === 8 ? undoTiff(bytes, rowBytes, colors) : bytes;
  return undoPng(bytes, rowBytes, Math.max(1, (colors * bits) >> 3));
}
