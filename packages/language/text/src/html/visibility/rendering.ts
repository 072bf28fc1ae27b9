import type { Attributes } from '../attributes.ts';
import { type Color, isUnseen, linkBlue, readColor } from './colors.ts';
import type { Declarations } from './declarations.ts';
import { pixelsOf } from './removal.ts';

/** How the text of an element is drawn, as far as it is inherited. */
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
  if (/^0*\.?0*(?:[a-z]+|%)?$/.test(size)) return true;
  const pixels = pixelsOf(size);
  // What is relative to nothing stays nothing.
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
  if (name === 'a' && attributes.has('href')) return linkBlue;
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
const known: Known = new WeakMap();
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
  const renderings = isLink ? knownLinks : known;
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
