import type { FlatBlock } from '../document-tree/assemble-blocks.ts';
import { isCodeStyle, isMonospacedFont, isQuoteStyle, symbolFontOf } from '../document-tree/fonts.ts';
import type { Block, TextRun } from '../document-tree/tree.ts';
import { childOf, elementsOf, type XmlElement } from '../xml/read-xml.ts';

/** Properties of a style of text or paragraphs, including those of the styles that it is based on. */
export interface Style {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly strike?: boolean | undefined;
  readonly raised?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly monospaced?: boolean | undefined;
  /** A font of symbols; empty for one of letters. */
  readonly symbolFont?: string | undefined;
  readonly isCode: boolean;
  readonly isQuote: boolean;
  readonly isTitle: boolean;
}

/** A level of a list: its first number, or undefined where it has bullets. */
interface ListLevel {
  readonly start: number | undefined;
  /** Whether it has neither number nor bullet. */
  readonly isBare: boolean;
}

/** The styles of a document. Those of its content come in addition to those of its styles, and may have the same names. */
interface Styles {
  get(family: 'paragraph' | 'text', name: string | undefined): Style;
  listLevel(name: string | undefined, level: number): ListLevel;
}

const maxParentDepth = 50;
const none: Style = { isCode: false, isQuote: false, isTitle: false };

/** Names of styles as they are shown: `_20_` is how a space is written in them. */
const shown = (name: string) =>
  name.replace(/_([\da-f]{2})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function fontOf(properties: XmlElement | undefined, fonts: ReadonlyMap<string, string>): string | undefined {
  const name = properties?.attributes['style:font-name'];
  const family = properties?.attributes['fo:font-family'];
  return family ?? (name === undefined ? undefined : (fonts.get(name) ?? name));
}

/** A family of fonts without its quotation marks and those that may stand in for it. */
const unquoted = (font: string) => font.split(',', 1)[0]?.replace(/['"]/g, '').trim();

const on = (value: string | undefined, pattern: RegExp) =>
  value === undefined ? undefined : pattern.test(value);

function readStyle(element: XmlElement, base: Style, fonts: ReadonlyMap<string, string>): Style {
  const properties = childOf(element, 'style:text-properties');
  const attributes = properties?.attributes ?? {};
  const name = shown(element.attributes['style:display-name'] ?? element.attributes['style:name'] ?? '');
  const isCode = base.isCode || isCodeStyle(name);
  const font = fontOf(properties, fonts);
  return {
    bold: on(attributes['fo:font-weight'], /^(?:bold|[6-9]00)$/) ?? base.bold,
    italic: on(attributes['fo:font-style'], /^(?:italic|oblique)$/) ?? base.italic,
    strike: on(attributes['style:text-line-through-style'], /^(?!none$)/) ?? base.strike,
    raised: on(attributes['style:text-position'], /^(?:super|[1-9])/) ?? base.raised,
    hidden: on(attributes['text:display'], /^none$/) ?? base.hidden,
    monospaced: isCode || (font === undefined ? base.monospaced : isMonospacedFont(font)),
    symbolFont: font === undefined ? base.symbolFont : (symbolFontOf(unquoted(font)) ?? ''),
    isCode,
    isQuote: base.isQuote || isQuoteStyle(name),
    isTitle: base.isTitle || /^title$/i.test(name),
  };
}

/** Reads the styles in `parts`: the roots of `styles.xml`, and `office:automatic-styles` of the content. */
export function readStyles(parts: readonly XmlElement[]): Styles {
  const fonts = new Map<string, string>();
  const elements = new Map<string, XmlElement>();
  const lists = new Map<string, XmlElement>();
  const collect = (parent: XmlElement): void => {
    for (const element of elementsOf(parent)) {
      const { 'style:name': name = '', 'style:family': family, 'svg:font-family': font } = element.attributes;
      if (element.name === 'style:font-face') fonts.set(name, font ?? name);
      else if (element.name === 'style:style') elements.set(`${family} ${name}`, element);
      else if (element.name === 'text:list-style') lists.set(name, element);
      else if (element.name.startsWith('office:')) collect(element);
    }
  };
  for (const part of parts) collect(part);

  const known = new Map<string, Style>();
  const resolve = (key: string, depth: number): Style => {
    const element = elements.get(key);
    if (!element || depth > maxParentDepth) return none;
    const resolved = known.get(key);
    if (resolved) return resolved;
    const [family] = key.split(' ', 1);
    const base = resolve(`${family} ${element.attributes['style:parent-style-name'] ?? ''}`, depth + 1);
    const style = readStyle(element, base, fonts);
    known.set(key, style);
    return style;
  };
  return {
    get: (family, name) => (name === undefined ? none : resolve(`${family} ${name}`, 0)),
    listLevel: (name, level) => readLevel(lists.get(name ?? ''), level),
  };
}

function readLevel(list: XmlElement | undefined, level: number): ListLevel {
  const element = elementsOf(list).find(({ attributes }) => attributes['text:level'] === `${level}`);
  if (element?.name !== 'text:list-level-style-number') return { start: undefined, isBare: false };
  const start = Number(element.attributes['text:start-value'] ?? 1);
  if ((element.attributes['style:num-format'] ?? '') === '') return { start: undefined, isBare: true };
  return { start: start >= 0 && start < 1_000_000_000 ? start : 1, isBare: false };
}

/** Object embedded in a document: a formula as it was typed, or the blocks of a chart, a sheet or a text. */
export type OpenDocumentObject = { readonly formula: TextRun } | { readonly blocks: readonly Block[] };

/** Context in which an OpenDocument file is read. */
export interface Reading {
  readonly styles: Styles;
  /** The notes so far, in the order in which the text refers to them. */
  readonly notes: Block[];
  /** The numbers at which lists have ended, by the names of their styles and by their ids: others go on from them. */
  readonly lastNumbers: Map<string, number>;
  /** Formulas, charts and other objects by their addresses: `./Object 1`. */
  readonly objects: ReadonlyMap<string, OpenDocumentObject>;
  /** Reads the blocks of a cell, a note or a frame. */
  readonly readBlocks: (elements: readonly XmlElement[], reading: Reading) => FlatBlock[];
}
