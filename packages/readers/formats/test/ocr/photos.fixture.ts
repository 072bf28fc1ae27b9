import { createSeededRandom } from '@docfleet/testing';
import type { Picture } from '../../src/ocr/picture/remove-specks.ts';

type Random = () => number;
interface Size {
  readonly width: number;
  readonly height: number;
}
const size: Size = { width: 1_500, height: 1_000 };

/** A picture of this size, each pixel as a function of its place has it. */
const drawn = (shade: (x: number, y: number) => number): Picture => ({
  ...size,
  pixels: Uint8Array.from(
    Uint8ClampedArray.from({ length: size.width * size.height }, (_, at) =>
      shade(at % size.width, Math.floor(at / size.width)),
    ),
  ),
});

/** Returns values that change smoothly from -1 to 1, over `cells` cells in each direction. */
function smooth(random: Random, cells: number): (x: number, y: number) => number {
  const corners = Float32Array.from({ length: (cells + 2) ** 2 }, () => random() * 2 - 1);
  return (x, y) => {
    const [across, down] = [(x / size.width) * cells, (y / size.height) * cells];
    const [column, row] = [Math.floor(across), Math.floor(down)];
    const corner = (right: number, below: number) =>
      corners[(row + below) * (cells + 2) + column + right] as number;
    const upper = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * (across - column);
    const lower = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * (across - column);
    return upper + (lower - upper) * (down - row);
  };
}

/** A landscape's light: coarse shades and ever finer ones. */
function texture(random: Random, octaves: number): (x: number, y: number) => number {
  const layers = Array.from({ length: octaves }, (_, octave) => smooth(random, 4 * 2 ** octave));
  return (x, y) => layers.reduce((sum, layer, octave) => sum + layer(x, y) * 110 * 0.6 ** octave, 128);
}

/** Draws things of many shades, such as leaves or houses, over a texture. */
function things(random: Random, count: number): Picture {
  const picture = drawn(texture(random, 6));
  const { pixels } = picture;
  for (let thing = 0; thing < count; thing++) {
    const [x, y, shade] = [random() * size.width, random() * size.height, random() * 255];
    const [wide, high, isRound] = [5 + random() * 90, 5 + random() * 60, random() < 0.5];
    for (let row = Math.max(0, Math.ceil(y - high)); row < Math.min(size.height, y + high); row++)
      for (let column = Math.max(0, Math.ceil(x - wide)); column < Math.min(size.width, x + wide); column++) {
        const distance = ((column - x) / wide) ** 2 + ((row - y) / high) ** 2;
        if (!isRound || distance < 1) pixels[row * size.width + column] = shade;
      }
  }
  return picture;
}

/** Squares of random shades. */
function squares(random: Random, side: number): Picture {
  const across = Math.ceil(size.width / side);
  const shades = Uint8Array.from({ length: across * Math.ceil(size.height / side) }, () => random() * 256);
  return drawn((x, y) => shades[Math.floor(y / side) * across + Math.floor(x / side)] as number);
}

/** Draws bent lines of many shades, as grass and hair have them. */
function blades(random: Random, count: number): Picture {
  const picture = drawn(() => 200);
  for (let blade = 0; blade < count; blade++) {
    let [x, y, direction] = [random() * size.width, random() * size.height, random() * 2 * Math.PI];
    const [bend, shade] = [(random() - 0.5) / 10, random() * 255];
    for (let step = 0; step < 80; step++) {
      x += Math.cos(direction);
      y += Math.sin(direction);
      direction += bend;
      if (x < 0 || y < 0 || x + 3 >= size.width || y >= size.height) break;
      const at = Math.floor(y) * size.width + Math.floor(x);
      picture.pixels.fill(shade, at, at + 3);
    }
  }
  return picture;
}

/** Pictures without any text, the same in every run. */
export const photos: Readonly<Record<string, () => Picture>> = {
  'a gradient': () => drawn((x) => (x / size.width) * 255),
  clouds: () => drawn(texture(createSeededRandom(2), 9)),
  'leaves and houses': () => things(createSeededRandom(4), 800),
  'coarse noise': () => squares(createSeededRandom(7), 4),
  grass: () => blades(createSeededRandom(9), 3_000),
};

/** Lays the dark letters of one picture over another one, on a light band where a line begins. */
export const withSign = (photo: Picture, sign: Picture): Picture => ({
  ...photo,
  pixels: photo.pixels.map((value, at) => {
    const [x, y] = [at % photo.width, Math.floor(at / photo.width)];
    const isOnSign = x < sign.width && y < sign.height;
    return isOnSign ? (sign.pixels[y * sign.width + x] as number) : value;
  }),
});
