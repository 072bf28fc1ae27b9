import type { Picture } from './picture.ts';

const paper = 255;

/** Turns a picture by quarters, clockwise. */
export function turnPicture(picture: Picture, quarters: number): Picture {
  const { width, height, pixels } = picture;
  const turns = ((quarters % 4) + 4) % 4;
  if (turns === 0) return picture;
  if (turns === 2) return { width, height, pixels: pixels.toReversed() };
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = turns === 1 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      turned[at] = pixels[y * width + x] as number;
    }
  return { width: height, height: width, pixels: turned };
}

/** Straightens a picture whose lines fall by so many degrees; its edges may lose a little, and what comes in is white. */
export function straighten({ width, height, pixels }: Picture, degrees: number): Picture {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  const straight = new Uint8Array(pixels.length).fill(paper);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const fromX = cos * (x - middleX) - sin * (y - middleY) + middleX;
      const fromY = sin * (x - middleX) + cos * (y - middleY) + middleY;
      if (fromX < 0 || fromY < 0 || fromX >= width - 1 || fromY >= height - 1) continue;
      const left = fromX | 0;
      const top = fromY | 0;
      const right = fromX - left;
      const below = fromY - top;
      const at = top * width + left;
      const above = (pixels[at] as number) * (1 - right) + (pixels[at + 1] as number) * right;
      const under = (pixels[at + width] as number) * (1 - right) + (pixels[at + width + 1] as number) * right;
      straight[y * width + x] = above * (1 - below) + under * below;
    }
  return { width, height, pixels: straight };
}
