import type { Attributes } from '../attributes.ts';
import { type Color, type Declarations, isUnseen, linkBlue, readColor } from './declarations.ts';

/** Parses a length into pixels; undefined where it is relative to its surroundings. */
function pixelsOf(value: string | undefined): number | undefined {
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

/** Whether a box takes the room that is left, whatever its own size. */
const grows = (style: (property: string) => string | undefined): boolean =>
  /^0*[1-9]/.test(style('flex-grow') ?? style('flex') ?? '');

type Test = (style: (property: string) => string | undefined) => boolean;

/** Properties that hide an element with its content. */
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
  'height max-height width max-width overflow flex': (style) =>
    ['overflow', 'overflow-x', 'overflow-y'].some((property) => /hidden|clip/.test(style(property) ?? '')) &&
    (['max-height', 'max-width'].some((size) => isNothing(style(size))) ||
      (['height', 'width'].some((size) => isNothing(style(size))) && !grows(style))),
};

/** Results by style; most elements of a page share the same few. */
const knownRemovals = new WeakMap<Declarations, readonly string[] | 'none'>();

/** The properties by which an element is off the screen with all that is in it, if it is. */
export function findRemoval(style: Declarations): readonly string[] | undefined {
  if (style.size === 0) return undefined;
  let found = knownRemovals.get(style);
  if (!found) {
    found = testRemovals(style) ?? 'none';
    knownRemovals.set(style, found);
  }
  return found === 'none' ? undefined : found;
}

function testRemovals(style: Declarations): readonly string[] | undefined {
  const read = (property: string) => style.get(property)?.value;
  return Object.entries(removals)
    .find(([, test]) => test(read))?.[0]
    .split(' ');
}

/** Inherited properties of an element's text. */
export interface Rendering {
  readonly isInvisible: boolean;
  readonly isTiny: boolean;
  readonly color: Color | undefined;
  /** Undefined where it is a picture, or not said in the page. */
  readonly background: Color | undefined;
  /** The property that keeps the text from being seen, if one does. */
  readonly concealment: string | undefined;
}

/** Elements that are drawn in a way of their own without a style. */
const drawn = new Set(['a', 'body', 'button', 'font', 'mark']);

/** Whether an element inherits the visibility of its parent, as most do. */
const isDrawnAsAround = (name: string, attributes: Attributes, style: Declarations) =>
  style.size === 0 && !drawn.has(name) && !attributes.has('background') && !attributes.has('bgcolor');

/** Pixels up to which letters cannot be seen. */
const tiny = 1;

function isTinyFont(style: Declarations, around: boolean): boolean {
  const shorthand = /^(?:[\w-]+ )*([\d.]+[a-z%]*)(?:\s*\/|\s)/.exec(style.get('font')?.value ?? '')?.[1];
  const size = style.get('font-size')?.value ?? shorthand;
  if (size === undefined) return around;
  if (/^(?:0+\.?0*|\.0+)(?:[a-z]+|%)?$/.test(size)) return true;
  const pixels = pixelsOf(size);
  // A size relative to 0 is 0.
  if (/(?:em|%|smaller|larger|inherit)$/.test(size) && !/rem$/.test(size) && around) return true;
  return pixels !== undefined && pixels <= tiny;
}

const presentational = (attributes: Attributes, name: string) =>
  attributes.get(name)?.trim().toLowerCase() ?? '';

function colorOf(
  name: string,
  attributes: Attributes,
  style: Declarations,
  around: Color | undefined,
): Color | undefined {
  const declared = (style.get('-webkit-text-fill-color') ?? style.get('color'))?.value;
  if (declared !== undefined && declared !== 'inherit') return readColor(declared);
  const attribute =
    name === 'font'
      ? presentational(attributes, 'color')
      : name === 'body'
        ? presentational(attributes, 'text')
        : '';
  if (attribute) return readColor(attribute) ?? readColor(`#${attribute}`);
  // Where the inherited color comes from a style sheet that is not read, the color of links does too.
  if (name === 'a' && attributes.has('href')) return around && linkBlue;
  return name === 'mark' || name === 'button' ? undefined : around;
}

const isPicture = (value: string | undefined) =>
  value !== undefined && value !== 'none' && /url\(|gradient\(|var\(|image/.test(value);

function backgroundOf(
  name: string,
  attributes: Attributes,
  style: Declarations,
  around: Color | undefined,
): Color | undefined {
  const shorthand = style.get('background')?.value;
  if (isPicture(shorthand) || isPicture(style.get('background-image')?.value) || attributes.has('background'))
    return undefined;
  const clip = style.get('background-clip') ?? style.get('-webkit-background-clip');
  if (name === 'mark' || name === 'button' || clip?.value.includes('text')) return undefined;
  const declared =
    style.get('background-color')?.value ??
    (shorthand === 'none' ? undefined : shorthand) ??
    presentational(attributes, 'bgcolor');
  if (!declared) return around;
  const color = readColor(declared) ?? readColor(declared.split(/\s+(?![^(]*\))/)[0] ?? '');
  if (color === undefined) return undefined;
  if (color.alpha === 0) return around;
  return color.alpha === 1 ? color : undefined;
}

/** Renderings by style and by the rendering around. */
type Known = WeakMap<Declarations, WeakMap<Rendering, Rendering>>;
const knownRenderings: Known = new WeakMap();
const knownLinks: Known = new WeakMap();

/** Returns how an element draws its text within another: the same object where it changes nothing. */
export function renderingOf(
  name: string,
  attributes: Attributes,
  style: Declarations,
  around: Rendering,
): Rendering {
  if (isDrawnAsAround(name, attributes, style)) return around;
  const isLink = name === 'a' && attributes.has('href');
  const hasOwn = attributes.has('background') || attributes.has('bgcolor') || (!isLink && drawn.has(name));
  if (hasOwn) return draw(name, attributes, style, around);
  const renderings = isLink ? knownLinks : knownRenderings;
  let within = renderings.get(style);
  if (!within) {
    within = new WeakMap();
    renderings.set(style, within);
  }
  let rendering = within.get(around);
  if (!rendering) {
    rendering = draw(name, attributes, style, around);
    within.set(around, rendering);
  }
  return rendering;
}

function draw(name: string, attributes: Attributes, style: Declarations, around: Rendering): Rendering {
  const visibility = style.get('visibility')?.value;
  const hasShadow = (style.get('text-shadow')?.value ?? 'none') !== 'none';
  return withConcealment({
    isInvisible:
      visibility === undefined || visibility === 'inherit'
        ? around.isInvisible
        : /hidden|collapse/.test(visibility),
    isTiny: isTinyFont(style, around.isTiny),
    color: hasShadow ? undefined : colorOf(name, attributes, style, around.color),
    background: backgroundOf(name, attributes, style, around.background),
  });
}

/** Adds the property that keeps the text of an element from being seen. */
export function withConcealment(drawn: Omit<Rendering, 'concealment'>): Rendering {
  const { isInvisible, isTiny, color, background } = drawn;
  return { isInvisible, isTiny, color, background, concealment: concealmentOf(drawn) };
}

function concealmentOf({ isInvisible, isTiny, color, background }: Omit<Rendering, 'concealment'>) {
  if (isInvisible) return 'visibility';
  if (isTiny) return 'font-size';
  return color && background && isUnseen(color, background) ? 'color' : undefined;
}
