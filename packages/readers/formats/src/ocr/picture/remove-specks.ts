import { inkThreshold } from './ink.ts';
import type { Picture } from './picture.ts';

/** Share of the pixels that are alone in their color, from which on a picture is noisy. */
const noisyShare = 0.004;

const { min, max } = Math;

/** The middle of five values. */
function median(a: number, b: number, c: number, d: number, e: number): number {
  const x = max(min(a, b), min(c, d));
  const y = min(max(a, b), max(c, d));
  // What is left of the five are these two and the last.
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

/** Takes out single dots: each pixel becomes the middle of itself and its four neighbours. */
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
