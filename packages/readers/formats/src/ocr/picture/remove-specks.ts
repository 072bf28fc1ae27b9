/** A picture in gray: a byte for each pixel, row by row, 0 for black. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Encodes a picture as binary PGM, which every image reader supports. */
export function writePgm({ width, height, pixels }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/** Gray values below it are ink: the threshold that parts them best (Otsu, 1979). */
function inkThreshold({ pixels }: Picture): number {
  const counts = new Float64Array(256);
  // A part of the pixels is as good as all of them.
  for (let index = 0; index < pixels.length; index += 7) {
    const value = pixels[index] as number;
    counts[value] = (counts[value] as number) + 1;
  }
  let [all, sum] = [0, 0];
  counts.forEach((count, value) => {
    all += count;
    sum += count * value;
  });
  let [best, threshold, below, sumBelow] = [-1, 128, 0, 0];
  for (let value = 0; value < 255; value++) {
    below += counts[value] as number;
    sumBelow += value * (counts[value] as number);
    if (below === 0 || below === all) continue;
    const distance = sumBelow / below - (sum - sumBelow) / (all - below);
    const between = below * (all - below) * distance * distance;
    if (between > best) [best, threshold] = [between, value + 1];
  }
  return threshold;
}

/** Gray values that paper of one color may differ by. */
const minContrast = 24;

/** Whether there is nothing on it. */
export function isBlank({ pixels }: Picture): boolean {
  let [darkest, lightest] = [255, 0];
  for (const value of pixels) {
    if (value < darkest) darkest = value;
    if (value > lightest) lightest = value;
  }
  return lightest - darkest < minContrast;
}

/** Returns the picture with dark ink on light paper, inverted if it is light on dark. Paper is the color that covers more. */
export function inkOnPaper(picture: Picture): Picture {
  const threshold = inkThreshold(picture);
  let dark = 0;
  for (const value of picture.pixels) if (value < threshold) dark++;
  return dark * 2 > picture.pixels.length
    ? { ...picture, pixels: picture.pixels.map((value) => 255 - value) }
    : picture;
}

/** Returns the positions of ink in a picture reduced by `step`: x and y in turn. */
export function inkPlaces(picture: Picture, step: number): Int16Array {
  const { width, height, pixels } = picture;
  const threshold = inkThreshold(picture);
  const places: number[] = [];
  for (let y = 0; y + step <= height; y += step)
    for (let x = 0; x + step <= width; x += step) {
      // The middle of the square and its neighbor: one dark speck is none.
      const at = (y + (step >> 1)) * width + x + (step >> 1);
      if ((pixels[at] as number) < threshold && (pixels[at === 0 ? 0 : at - 1] as number) < threshold)
        places.push(x / step, y / step);
    }
  return Int16Array.from(places);
}

/** Share of the pixels that are alone in their color, from which on a picture is noisy. */
const noisyShare = 0.004;

const { min, max } = Math;

/** The middle of five values. */
function median(a: number, b: number, c: number, d: number, e: number): number {
  const x = max(min(a, b), min(c, d));
  const y = min(max(a, b), max(c, d));
  // The median of five is that of these two and the last.
  return max(min(x, y), min(max(x, y), e));
}

/** Whether dots are strewn over the picture, judged by a part of it. */
export function isNoisy(picture: Picture): boolean {
  const { width, height, pixels } = picture;
  const threshold = inkThreshold(picture);
  const isInk = (at: number) => (pixels[at] as number) < threshold;
  let [alone, seen] = [0, 0];
  for (let y = 1; y + 1 < height; y += 5)
    for (let x = 1; x + 1 < width; x += 3) {
      const at = y * width + x;
      const ink = isInk(at);
      seen++;
      const isAlone =
        isInk(at - 1) !== ink &&
        isInk(at + 1) !== ink &&
        isInk(at - width) !== ink &&
        isInk(at + width) !== ink;
      if (isAlone) alone++;
    }
  return alone > noisyShare * seen;
}

/** Takes out single dots: each pixel becomes the middle of itself and its four neighbors. */
export function removeSpecks({ width, height, pixels }: Picture): Picture {
  const clean = pixels.slice();
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x;
      clean[at] = median(
        pixels[at - 1] as number,
        pixels[at + 1] as number,
        pixels[at - width] as number,
        pixels[at + width] as number,
        pixels[at] as number,
      );
    }
  return { width, height, pixels: clean };
}
