import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import { inlineText, isBlank, isCode } from '../../document-tree/inlines.ts';
import { showSymbols, symbolFontOf } from '../../document-tree/symbol-fonts.ts';
import type { Inline } from '../../document-tree/tree.ts';
import { chosenContent } from '../../open-xml/alternate-content.ts';
import { equationRun } from '../../open-xml/equation.ts';
import { addressOf, type Relationships } from '../../open-xml/relationships.ts';
import { childOf, childrenOf, elementsOf, findElement, textOf, type XmlElement } from '../../xml/element.ts';
import {
  isMonospaced,
  type LevelStyle,
  type ListStyle,
  readLevelStyle,
  readListStyle,
  styleOf,
} from './paragraph-properties.ts';

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
