import type { Declarations } from './declarations.ts';

/** Parses a length into pixels; undefined where it is relative to its surroundings. */
export function pixelsOf(value: string | undefined): number | undefined {
  const [, number, unit = ''] =
    /^(-?(?:\d+\.?\d*|\.\d+))(px|pt|em|rem|ex|ch|in|cm|mm|)$/.exec(value ?? '') ?? [];
  if (number === undefined) return undefined;
  const factors: Readonly<Record<string, number>> = {
    px: 1,
    pt: 4 / 3,
    em: 16,
    rem: 16,
    ex: 8,
    ch: 8,
    in: 96,
    cm: 37.8,
    mm: 3.78,
  };
  return Number(number) * (factors[unit] ?? 1);
}

/** Pixels beyond which nothing is on a screen. */
const farAway = 900;
/** Pixels to the right beyond every screen. Only this direction has a bound of its own, as pages may be arbitrarily long. */
const farRight = 5_000;

const isFar = (value: string | undefined): boolean =>
  Math.abs(pixelsOf(value) ?? 0) >= farAway || /^-?(?:[2-9]\d{2}|\d{4,})(?:%|vw|vh)$/.test(value ?? '');
const isFarBack = (value: string | undefined): boolean => isFar(value) && (value ?? '').startsWith('-');
const isNothing = (value: string | undefined): boolean => {
  const pixels = pixelsOf(value);
  return pixels !== undefined && pixels <= 1;
};

type Test = (style: (property: string) => string | undefined) => boolean;

/** By which properties an element and all in it are taken off the screen. */
const removals: Readonly<Record<string, Test>> = {
  display: (style) => style('display') === 'none' || style('mso-hide') === 'all',
  'content-visibility': (style) => style('content-visibility') === 'hidden',
  'opacity filter': (style) =>
    /^0*\.?0*%?$/.test(style('opacity') ?? '1') || /opacity\(\s*0*\.?0*%?\s*\)/.test(style('filter') ?? ''),
  'position left top right bottom': (style) =>
    /absolute|fixed|relative/.test(style('position') ?? '') &&
    (['left', 'top', 'right', 'bottom'].some((side) => isFarBack(style(side))) ||
      (pixelsOf(style('left')) ?? 0) >= farRight),
  'margin-left margin-top': (style) => isFarBack(style('margin-left')) || isFarBack(style('margin-top')),
  'text-indent': (style) => isFar(style('text-indent')),
  'clip position': (style) =>
    /^rect\(\s*(?:0|1px|auto)(?:px)?[\s,]+(?:0|1px)(?:px)?[\s,]+(?:0|1px)(?:px)?[\s,]+(?:0|auto)(?:px)?\s*\)$/.test(
      style('clip') ?? '',
    ),
  'clip-path clip position': (style) =>
    /^inset\(\s*(?:[5-9]\d|100)%|^(?:circle|ellipse)\(\s*0(?:px|%)?[\s)]|^polygon\(\s*0(?:px|%)? 0(?:px|%)?(?:\s*,\s*0(?:px|%)? 0(?:px|%)?)*\s*\)/.test(
      style('clip-path') ?? '',
    ),
  transform: (style) =>
    /scale(?:3d|x|y)?\(\s*0*\.?0*\s*[,)]|translate(?:3d|x|y)?\([^)]*-(?:\d{4,}px|[2-9]\d{2,}%|[1-9]\d{2,}v[wh])/.test(
      style('transform') ?? '',
    ),
  'height max-height width max-width overflow': (style) =>
    ['overflow', 'overflow-x', 'overflow-y'].some((property) => /hidden|clip/.test(style(property) ?? '')) &&
    ['height', 'max-height', 'width', 'max-width'].some((size) => isNothing(style(size))),
};

/** Results by style; most elements of a page share the same few. */
const known = new WeakMap<Declarations, readonly string[] | 'none'>();

/** The properties by which an element is off the screen with all that is in it, if it is. */
export function findRemoval(style: Declarations): readonly string[] | undefined {
  if (style.size === 0) return undefined;
  let found = known.get(style);
  if (!found) {
    found = testRemovals(style) ?? 'none';
    known.set(style, found);
  }
  return found === 'none' ? undefined : found;
}

function testRemovals(style: Declarations): readonly string[] | undefined {
  const read = (property: string) => style.get(property)?.value;
  return Object.entries(removals)
    .find(([, test]) => test(read))?.[0]
    .split(' ');
}
