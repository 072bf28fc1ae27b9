import colorString from 'color-string';
import type { CssNode, Declaration } from 'css-tree';
import parse from 'css-tree/parser';
import type { Attributes } from '../attributes.ts';

/** A color as red, green and blue from 0 to 255, and how opaque it is from 0 to 1. */
export interface Color {
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

export const white: Color = { rgb: [255, 255, 255], alpha: 1 };
export const black: Color = { rgb: [0, 0, 0], alpha: 1 };
export const linkBlue: Color = { rgb: [0, 0, 238], alpha: 1 };

/** Reads a color; undefined where it depends on something else, such as a variable. */
export function readColor(value: string): Color | undefined {
  if (value === 'transparent') return { rgb: [0, 0, 0], alpha: 0 };
  const [red, green, blue, alpha] = colorString.get.rgb(value) ?? colorOfHue(value) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return { rgb: [red, green, blue], alpha: alpha ?? 1 };
}

function colorOfHue(value: string): number[] | undefined {
  const found = colorString.get(value);
  if (!found) return undefined;
  const [hue = 0, saturation = 0, lightness = 0, alpha = 1] = found.value;
  if (found.model !== 'hsl') return undefined;
  const chroma = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    return 255 * (lightness / 100 - chroma * Math.max(-1, Math.min(position - 3, 9 - position, 1)));
  };
  return [channel(0), channel(8), channel(4), alpha];
}

/** The relative luminance of WCAG 2. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(rgb: Color['rgb']): number {
  const [red, green, blue] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Below this ratio of luminances a text cannot be read; WCAG asks for 4.5. */
const minContrast = 1.1;
/** From this difference of a channel on a text is seen by its hue, as yellow on white is. */
const minHueDifference = 64;

/** Whether a text of one color on another is not seen. */
export function isUnseen(text: Color, background: Color): boolean {
  const mixed = text.rgb.map(
    (channel, index) => channel * text.alpha + (background.rgb[index] ?? 0) * (1 - text.alpha),
  );
  const differences = mixed.map((channel, index) => Math.abs(channel - (background.rgb[index] ?? 0)));
  if (Math.max(...differences) >= minHueDifference) return false;
  const [lighter, darker] = [
    luminance([mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0]),
    luminance(background.rgb),
  ].toSorted((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05) < minContrast;
}

/** Attributes by which a control names the elements that it opens, as ids or as `#id`. */
const targets = new Set(
  'aria-controls data-target data-bs-target data-tab data-tab-target data-toggle-target data-collapse-toggle data-accordion-target popovertarget commandfor href'.split(
    ' ',
  ),
);
/** Words in classes and roles of elements that a control opens: panels of tabs, folded answers. */
const panel =
  /(?:^|[\s_-])(?:tab-?(?:pane|panel|content|body|item)s?|pane|panels?|accordion|collaps(?:e|ed|ible)|expand(?:able|er)|foldable|toggle|toggle-?content|faq|answer|spoiler|read-?more|show-?more|reveal|disclosure|slide|carousel-item|swiper-slide|details)(?:$|[\s_-])/i;
const controlRoles = new Set(['button', 'tab', 'switch', 'menuitem']);
const maxIds = 10_000;
const maxIdLength = 200;

/** Ids that controls of a page open. */
export class ControlledIds {
  readonly #ids = new Set<string>();

  /** Adds the ids that an attribute of the element `name` holds, if it is one that controls have. */
  add(name: string, attribute: string, value: string): void {
    if (!targets.has(attribute) || this.#ids.size >= maxIds) return;
    if (attribute === 'href' && (name !== 'a' || !value.startsWith('#'))) return;
    for (const id of value.slice(0, maxIdLength).split(/\s+/)) if (id) this.#ids.add(id.replace(/^#/, ''));
  }

  /** Adds the id of a part that a script puts in its place. */
  addPart(id: string | undefined): void {
    if (id !== undefined && this.#ids.size < maxIds) this.#ids.add(id);
  }

  has = (id: string | undefined): boolean => id !== undefined && this.#ids.has(id);
}

/** Whether visitors press an element to see more. */
export function isControl(name: string, attributes: Attributes): boolean {
  if (name === 'button' || name === 'summary') return true;
  if (attributes.size === 0) return false;
  return (
    attributes.has('aria-expanded') ||
    attributes.has('aria-controls') ||
    attributes.has('onclick') ||
    controlRoles.has(attributes.get('role') ?? '') ||
    (name === 'input' && /^(?:checkbox|radio|button)$/i.test(attributes.get('type') ?? ''))
  );
}

/** Whether an element calls itself something that a control opens. */
export const isPanel = (attributes: Attributes): boolean =>
  /^(?:tabpanel|region)$/.test(attributes.get('role') ?? '') ||
  attributes.get('hidden') === 'until-found' ||
  panel.test((attributes.get('class') ?? '').slice(0, 500));

/** Properties by which a text may be hidden, and those that it is compared with. */
const relevant = new Set(
  (
    'display visibility opacity content-visibility font font-size color -webkit-text-fill-color background background-color ' +
    'background-image background-clip -webkit-background-clip text-shadow position left right top bottom text-indent margin-left margin-top ' +
    'clip clip-path width height max-width max-height overflow overflow-x overflow-y flex flex-grow transform filter mso-hide'
  ).split(' '),
);

export interface Declared {
  /** In lower case, without white space at its ends. */
  readonly value: string;
  readonly isImportant: boolean;
}

/** The relevant declarations of a rule or an attribute, by property. */
export type Declarations = ReadonlyMap<string, Declared>;

/** Longer values, as of pictures within style sheets, hide nothing. */
const maxValueLength = 500;

function add(declarations: Map<string, Declared>, { property, value, important }: Declaration): void {
  const name = property.toLowerCase();
  if (!relevant.has(name) || value.type !== 'Raw') return;
  const text = value.value.trim().toLowerCase().slice(0, maxValueLength);
  declarations.set(name, { value: text, isImportant: important !== false });
}

export function relevantDeclarations(nodes: Iterable<CssNode>): Declarations {
  const declarations = new Map<string, Declared>();
  for (const node of nodes) if (node.type === 'Declaration') add(declarations, node);
  return declarations;
}

/** Parses a `style` attribute; ignores invalid CSS. */
export function readStyle(style: string): Declarations {
  const list = parse(style, { context: 'declarationList', parseValue: false });
  return relevantDeclarations(list.type === 'DeclarationList' ? list.children : []);
}
