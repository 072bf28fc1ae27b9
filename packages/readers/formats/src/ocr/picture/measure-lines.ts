import { inkPlaces, type Picture } from './remove-specks.ts';

/** Position and slope of the lines of text in a picture. */
export interface LineDirection {
  /** Whether they run from top to bottom, as on a page that lies on its side. */
  readonly isSideways: boolean;
  /** Degrees by which they fall towards their right end, measured with the page turned upright. */
  readonly skew: number;
}

const { round } = Math;

/** Scanners and hands turn pages by less than this, in degrees. */
const maxSkew = 12;
const coarseStep = 1;
const fineStep = 0.1;
/** Pixels across the picture that are looked at. */
const sampledWidth = 900;

/**
 * Returns the contrast between rows with and without ink at an angle: the squared differences of neighboring rows
 * (Postl, 1986), for each place of ink.
 */
function sharpness(places: Int16Array, degrees: number, length: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const rows = new Float64Array(3 * length);
  for (let index = 0; index < places.length; index += 2) {
    const row = round((places[index + 1] as number) - slope * (places[index] as number)) + length;
    rows[row] = (rows[row] as number) + 1;
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row++) {
    const difference = (rows[row] as number) - (rows[row - 1] as number);
    sum += difference * difference;
  }
  return sum;
}

interface Best {
  readonly degrees: number;
  readonly sharpness: number;
}

function findBest(places: Int16Array, length: number): Best {
  const search = (from: number, to: number, step: number): Best => {
    let best: Best = { degrees: 0, sharpness: -1 };
    for (let degrees = from; degrees <= to + step / 2; degrees += step) {
      const found = sharpness(places, degrees, length);
      if (found > best.sharpness) best = { degrees, sharpness: found };
    }
    return best;
  };
  const { degrees } = search(-maxSkew, maxSkew, coarseStep);
  return search(degrees - coarseStep, degrees + coarseStep, fineStep);
}

/** Returns the positions turned by 90 degrees clockwise; `height` is that of the picture before. */
function turn(places: Int16Array, height: number): Int16Array {
  const turned = new Int16Array(places.length);
  for (let index = 0; index < places.length; index += 2) {
    turned[index] = height - 1 - (places[index + 1] as number);
    turned[index + 1] = places[index] as number;
  }
  return turned;
}

/** Measures how the lines of text lie, to a tenth of a degree up to 12. */
export function measureLines(picture: Picture): LineDirection {
  const step = Math.max(1, Math.floor(Math.max(picture.width, picture.height) / sampledWidth));
  const [width, height] = [Math.ceil(picture.width / step), Math.ceil(picture.height / step)];
  const places = inkPlaces(picture, step);
  const length = Math.max(width, height);
  const upright = findBest(places, length);
  const sideways = findBest(turn(places, height), length);
  const isSideways = sideways.sharpness > upright.sharpness;
  return { isSideways, skew: (isSideways ? sideways : upright).degrees };
}
