import { isCodeStyle, isMonospacedFont, isQuoteStyle, symbolFontOf } from '../../document-tree/fonts.ts';
import { childOf, childrenOf, descendantOf, type XmlElement } from '../../xml/read-xml.ts';

/** Formatting of a text; an undefined property is left to the style. */
export interface Looks {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly strike?: boolean | undefined;
  readonly raised?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly monospaced?: boolean | undefined;
  /** A font of symbols; empty for one of letters. */
  readonly symbolFont?: string | undefined;
}

/** A property that is on where nothing else is said. */
export function isOn(properties: XmlElement | undefined, name: string): boolean | undefined {
  const property = childOf(properties, name);
  return property && !['0', 'false', 'off'].includes(property.attributes['w:val'] ?? '');
}

/** The looks that a `w:rPr` sets. */
export function readLooks(properties: XmlElement | undefined): Looks {
  if (!properties) return {};
  const align = childOf(properties, 'w:vertAlign')?.attributes['w:val'];
  const fonts = childOf(properties, 'w:rFonts')?.attributes;
  const font = fonts?.['w:ascii'] ?? fonts?.['w:hAnsi'];
  return {
    bold: isOn(properties, 'w:b'),
    italic: isOn(properties, 'w:i'),
    strike: isOn(properties, 'w:strike') ?? isOn(properties, 'w:dstrike'),
    hidden: isOn(properties, 'w:vanish'),
    raised: align && align === 'superscript',
    monospaced: font === undefined ? undefined : isMonospacedFont(font),
    symbolFont: font === undefined ? undefined : (symbolFontOf(font) ?? ''),
  } as Looks;
}

/** Looks that lie over others. */
export function over(upper: Looks, lower: Looks): Looks {
  const said = Object.entries(upper).filter(([, value]) => value !== undefined);
  return said.length === 0 ? lower : { ...lower, ...Object.fromEntries(said) };
}

/** Properties of a style, including those of the styles that it is based on. */
export interface Style {
  readonly looks: Looks;
  /** 1 for the topmost headings and for the title. */
  readonly headingLevel?: number | undefined;
  readonly numbering?: NumberingProperties | undefined;
  readonly isCode: boolean;
  readonly isQuote: boolean;
  /** Of a table of contents. */
  readonly isContents: boolean;
}

/** Content of a `w:numPr` element. */
export interface NumberingProperties {
  readonly id?: string | undefined;
  readonly level?: number | undefined;
}

export interface Styles {
  /** The style of an id; that of plain paragraphs where there is no such style. */
  get(id: string | undefined): Style;
  /** Of runs: says nothing where there is no such style. */
  ofRun(id: string | undefined): Looks;
  /** Whether it is the style of a control's placeholder, shown while nothing is entered. */
  isPlaceholder(id: string | undefined): boolean;
}

const bodyText = 9;
const maxBaseDepth = 50;
const plain: Style = { looks: {}, isCode: false, isQuote: false, isContents: false };

export const settingOf = (parent: XmlElement | undefined, name: string): string | undefined =>
  childOf(parent, name)?.attributes['w:val'];

export function readNumberingProperties(properties: XmlElement | undefined): NumberingProperties | undefined {
  const element = childOf(properties, 'w:numPr');
  if (!element) return undefined;
  const level = settingOf(element, 'w:ilvl');
  return { id: settingOf(element, 'w:numId'), level: level === undefined ? undefined : Number(level) };
}

/** The level of a heading that paragraph properties state by their outline: 0 for body text, undefined where they say nothing. */
export function outlineLevelOf(properties: XmlElement | undefined): number | undefined {
  const value = settingOf(properties, 'w:outlineLvl');
  if (value === undefined) return undefined;
  return Number(value) < bodyText ? Number(value) + 1 : 0;
}

/** Headings are known by the names of the styles, which are English in every language of Word; ids are not. */
function headingLevelOf(name: string): number | undefined {
  const level = /^heading ?([1-9])$/i.exec(name)?.[1];
  if (level) return Number(level);
  return /^title$/i.test(name) ? 1 : undefined;
}

/** Styles by their ids. Of several with one id Word takes the first, and a paragraph cannot have one of characters. */
function firstOfEachId(styles: readonly XmlElement[]): ReadonlyMap<string | undefined, XmlElement> {
  const elements = new Map<string | undefined, XmlElement>();
  const isOfParagraphs = ({ attributes }: XmlElement) => attributes['w:type'] === 'paragraph';
  for (const style of [...styles.filter(isOfParagraphs), ...styles]) {
    const id = style.attributes['w:styleId'];
    if (!elements.has(id)) elements.set(id, style);
  }
  return elements;
}

/** Reads `styles.xml`. */
export function readStyles(root: XmlElement | undefined): Styles {
  const elements = firstOfEachId(childrenOf(root, 'w:style'));
  const styles = new Map<string, Style>();
  const defaults = readLooks(descendantOf(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'));
  const defaultId = childrenOf(root, 'w:style').find(
    ({ attributes }) =>
      attributes['w:type'] === 'paragraph' && /^(?:1|true|on)$/.test(attributes['w:default'] ?? ''),
  )?.attributes['w:styleId'];

  const resolve = (id: string | undefined, depth: number): Style => {
    const element = elements.get(id);
    if (id === undefined || !element || depth > maxBaseDepth) return plain;
    const known = styles.get(id);
    if (known) return known;
    const style = readStyle(element, resolve(settingOf(element, 'w:basedOn'), depth + 1));
    styles.set(id, style);
    return style;
  };
  const usual = resolve(defaultId, 0);
  // In a document that is monospaced throughout, as by a typewriter, monospaced text is not code.
  const isTypewritten = usual.looks.monospaced ?? defaults.monospaced ?? false;
  const clean = (looks: Looks) => (isTypewritten ? { ...looks, monospaced: undefined } : looks);
  return {
    get: (id) => {
      const style = elements.has(id) ? resolve(id, 0) : usual;
      return { ...style, looks: clean(style.looks) };
    },
    isPlaceholder: (id) => /^placeholder ?text$/i.test(settingOf(elements.get(id), 'w:name') ?? id ?? ''),
    ofRun: (id) => clean(resolve(id, 0).looks),
  };
}

function readStyle(element: XmlElement, base: Style): Style {
  const name = settingOf(element, 'w:name') ?? '';
  const properties = childOf(element, 'w:pPr');
  const level = headingLevelOf(name) ?? outlineLevelOf(properties);
  const looks = readLooks(childOf(element, 'w:rPr'));
  const isCode = base.isCode || isCodeStyle(name);
  const numbering = readNumberingProperties(properties);
  return {
    looks: over(isCode ? { ...looks, monospaced: true } : looks, base.looks),
    headingLevel: level ?? base.headingLevel,
    numbering: numbering ? { ...base.numbering, ...numbering } : base.numbering,
    isCode,
    isQuote: base.isQuote || isQuoteStyle(name),
    isContents: base.isContents || /^toc (?:\d|heading)$/i.test(name),
  };
}
