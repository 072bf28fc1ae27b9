import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import { isMonospacedFont, showSymbols, symbolFontOf } from '../../document-tree/fonts.ts';
import { type Inline, inlineText, isBlank, isCode } from '../../document-tree/tree.ts';
import { equationRun } from '../../open-xml/equation.ts';
import { addressOf, chosenContent, type Relationships } from '../../open-xml/relationships.ts';
import {
  childOf,
  childrenOf,
  descendantOf,
  elementsOf,
  findElement,
  textOf,
  type XmlElement,
} from '../../xml/read-xml.ts';

/** Marker of a paragraph. */
type Bullet = 'none' | 'bullet' | 'number';

/** Formatting of the paragraphs of one level; an undefined property is left to the layout and the master. */
interface LevelStyle {
  readonly bullet?: Bullet | undefined;
  /** The first number. */
  readonly start?: number | undefined;
  readonly monospaced?: boolean | undefined;
}

/** The styles of the levels from 0. */
type ListStyle = readonly LevelStyle[];

const levels = 9;
const maxStart = 32_767;

function bulletOf(properties: XmlElement): Bullet | undefined {
  for (const { name } of elementsOf(properties)) {
    if (name === 'a:buNone') return 'none';
    if (name === 'a:buAutoNum') return 'number';
    if (name === 'a:buChar' || name === 'a:buBlip') return 'bullet';
  }
  return undefined;
}

/** Whether run properties name a monospaced font; undefined where they name none, or that of the theme. */
function isMonospaced(properties: XmlElement | undefined): boolean | undefined {
  const font = childOf(properties, 'a:latin')?.attributes['typeface'];
  return font === undefined || font.startsWith('+') ? undefined : isMonospacedFont(font);
}

/** Reads the properties of a paragraph, or of a level of the list styles. */
function readLevelStyle(properties: XmlElement | undefined): LevelStyle {
  if (!properties) return {};
  const start = Number(childOf(properties, 'a:buAutoNum')?.attributes['startAt'] ?? 1);
  return {
    bullet: bulletOf(properties),
    start: start >= 1 && start <= maxStart ? start : 1,
    monospaced: isMonospaced(childOf(properties, 'a:defRPr')),
  };
}

/** Reads an `a:lstStyle`, or a style of a master. */
const readListStyle = (element: XmlElement | undefined): ListStyle =>
  Array.from({ length: levels }, (_, level) => readLevelStyle(childOf(element, `a:lvl${level + 1}pPr`)));

/** The style of a level by the first that says anything of each property. */
function styleOf(level: number, own: LevelStyle, inherited: readonly ListStyle[]): LevelStyle {
  const styles = [own, ...inherited.map((style) => style[level] ?? {})];
  return {
    bullet: styles.find(({ bullet }) => bullet !== undefined)?.bullet,
    start: own.start,
    monospaced: styles.find(({ monospaced }) => monospaced !== undefined)?.monospaced,
  };
}

/** Role of a shape in its layout. */
export interface Placeholder {
  readonly type: string;
  readonly index: string | undefined;
}

/** The styles that text in a slide's shapes inherits, the nearest first. */
export type Inherit = (placeholder: Placeholder | undefined) => readonly ListStyle[];

/** Undefined for a shape that fills no place of the layout. */
export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const properties = elementsOf(shape).find(({ name }) => /^p:nv(?:Sp|Pic|GraphicFrame)Pr$/.test(name));
  const element = descendantOf(properties, 'p:nvPr', 'p:ph');
  return element && { type: element.attributes['type'] ?? 'obj', index: element.attributes['idx'] };
}

export const isTitle = (placeholder: Placeholder | undefined): boolean =>
  placeholder?.type === 'title' || placeholder?.type === 'ctrTitle';

/** Returns the name of the master's text style that a placeholder uses. */
function masterStyleName(placeholder: Placeholder | undefined): string {
  if (!placeholder) return 'p:otherStyle';
  if (isTitle(placeholder)) return 'p:titleStyle';
  return ['dt', 'ftr', 'sldNum', 'hdr'].includes(placeholder.type) ? 'p:otherStyle' : 'p:bodyStyle';
}

interface StyledPlaceholder {
  readonly placeholder: Placeholder;
  readonly style: ListStyle;
}

const shapesOf = (part: XmlElement | undefined) =>
  elementsOf(descendantOf(part, 'p:cSld', 'p:spTree')).flatMap((shape): StyledPlaceholder[] => {
    const placeholder = placeholderOf(shape);
    const style = readListStyle(descendantOf(shape, 'p:txBody', 'a:lstStyle'));
    return placeholder ? [{ placeholder, style }] : [];
  });

/** Types that follow the body of a master. */
const bodyTypes = new Set(['obj', 'body', 'subTitle', 'half']);
const kindOf = ({ type }: Placeholder) => {
  if (bodyTypes.has(type)) return 'body';
  return type === 'ctrTitle' ? 'title' : type;
};

/** Returns the formatting of text from the layout and the master of a slide. */
export function readInheritance(layout: XmlElement | undefined, master: XmlElement | undefined): Inherit {
  const inLayout = shapesOf(layout);
  const inMaster = shapesOf(master);
  const texts = childOf(master, 'p:txStyles');
  const textStyles = new Map(elementsOf(texts).map((style) => [style.name, readListStyle(style)]));
  return (placeholder) => {
    const ofMaster = textStyles.get(masterStyleName(placeholder)) ?? [];
    if (!placeholder) return [ofMaster];
    const own =
      inLayout.find(
        (one) => placeholder.index !== undefined && one.placeholder.index === placeholder.index,
      ) ?? inLayout.find((one) => kindOf(one.placeholder) === kindOf(placeholder));
    const above = inMaster.find((one) => kindOf(one.placeholder) === kindOf(own?.placeholder ?? placeholder));
    return [own?.style ?? [], above?.style ?? [], ofMaster];
  };
}

const maxLevel = 8;
const isSet = (value: string | undefined) => value === '1' || value === 'true';

function readRun(run: XmlElement, relationships: Relationships, style: LevelStyle): Inline {
  const properties = childOf(run, 'a:rPr');
  const { b, i, strike, baseline } = properties?.attributes ?? {};
  return {
    text: symbolsOf(textOf(childOf(run, 'a:t')), properties),
    bold: isSet(b),
    italic: isSet(i),
    strike: strike === 'sngStrike' || strike === 'dblStrike',
    raised: Number.parseInt(baseline ?? '0', 10) > 0,
    code: isMonospaced(properties) ?? style.monospaced ?? false,
    href: addressOf(relationships, childOf(properties, 'a:hlinkClick')?.attributes['r:id']),
  };
}

/** Characters of symbols have a font of their own; letters are symbols only where their own font is one. */
function symbolsOf(text: string, properties: XmlElement | undefined): string {
  const [latin, symbols] = ['a:latin', 'a:sym'].map((name) =>
    symbolFontOf(childOf(properties, name)?.attributes['typeface']),
  );
  return latin
    ? showSymbols(text, latin)
    : text.replace(/[\uf000-\uf0ff]+/g, (part) => showSymbols(part, symbols));
}

function readInline(element: XmlElement, relationships: Relationships, style: LevelStyle): Inline[] {
  switch (element.name) {
    case 'a:r':
      return [readRun(element, relationships, style)];
    case 'a:fld':
      return /^slidenum$/.test(element.attributes['type'] ?? '')
        ? []
        : [readRun(element, relationships, style)];
    case 'a:br':
      return [{ kind: 'break' }];
    case 'mc:AlternateContent':
      return chosenContent(element).flatMap((child) => readInline(child, relationships, style));
    case 'a14:m':
      return [equationRun(element)];
    default:
      return [];
  }
}

/** Returns the text of a shape's paragraphs as one line, for a title. */
export function readTitle(body: XmlElement | undefined, relationships: Relationships): Inline[] {
  return childrenOf(body, 'a:p').flatMap((paragraph, index) => [
    ...(index > 0 ? [{ text: ' ' }] : []),
    ...elementsOf(paragraph).flatMap((element) => readInline(element, relationships, {})),
  ]);
}

/** The paragraphs of a shape or a cell, those with a bullet or a number as items of a list. */
export function readTextBody(
  body: XmlElement | undefined,
  relationships: Relationships,
  inherited: readonly ListStyle[],
): FlatBlock[] {
  const styles = [readListStyle(childOf(body, 'a:lstStyle')), ...inherited];
  const count = createCounter();
  return childrenOf(body, 'a:p').flatMap((paragraph): FlatBlock[] => {
    const properties = childOf(paragraph, 'a:pPr');
    const level = Math.min(Number.parseInt(properties?.attributes['lvl'] ?? '0', 10) || 0, maxLevel);
    const style = styleOf(level, readLevelStyle(properties), styles);
    const content = elementsOf(paragraph).flatMap((child) => readInline(child, relationships, style));
    return blocksOf(content, { level, style, paragraph, count });
  });
}

interface Context {
  readonly level: number;
  readonly style: LevelStyle;
  readonly paragraph: XmlElement;
  readonly count: ReturnType<typeof createCounter>;
}

function blocksOf(content: readonly Inline[], { level, style, paragraph, count }: Context): FlatBlock[] {
  if (isBlank(content)) return isBlankCode(paragraph, style) ? [{ kind: 'code', text: '' }] : [];
  if (isCode(content)) return [{ kind: 'code', text: inlineText(content) }];
  const ordered = style.bullet === 'number';
  const number = count(level, ordered, style.start ?? 1);
  const blocks = [{ kind: 'paragraph' as const, content }];
  if (ordered || style.bullet === 'bullet') return [{ kind: 'item', level, ordered, number, blocks }];
  return blocks;
}

/** An empty line of code. */
const isBlankCode = (paragraph: XmlElement, style: LevelStyle) =>
  isMonospaced(childOf(paragraph, 'a:endParaRPr')) ??
  isMonospaced(findElement(paragraph, 'a:rPr')) ??
  style.monospaced ??
  false;

/** Numbers go on until a paragraph of the same or an outer level has none. */
function createCounter() {
  const numbers: (number | undefined)[] = [];
  return (level: number, ordered: boolean, start: number): number | undefined => {
    numbers.length = level + 1;
    const last = numbers[level];
    const next = last === undefined ? start : last + 1;
    numbers[level] = ordered ? next : undefined;
    return numbers[level];
  };
}
