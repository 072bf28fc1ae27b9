import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import type { Line } from './line-reader.ts';

// Kinds of Markdown lines (CommonMark 0.31 and GitHub's tables) that chunking distinguishes. Every test
// takes time linear in the line.

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Columns before the first visible character; a tab goes to the next multiple of four. */
export function indentOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (character === ' ') columns++;
    else if (character === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

export interface Heading {
  readonly level: number;
  readonly title: string;
}

/** `## Title ##` */
export function parseAtxHeading(text: string): Heading | undefined {
  const marker = /^ {0,3}(#{1,6})(?=[ \t\r\n]|$)/.exec(text);
  if (!marker) return undefined;
  const title = text
    .slice(marker[0].length)
    .trim()
    .replace(/(?:^|[ \t])#+$/, '')
    .trimEnd();
  return { level: marker[1]?.length ?? 1, title };
}

/** The level that a line of `===` or `---` sets for the line before it. */
export function setextLevel(text: string): 1 | 2 | undefined {
  const underline = /^ {0,3}(?:(=+)|-+)[ \t]*$/.exec(text.trimEnd());
  if (!underline) return undefined;
  return underline[1] ? 1 : 2;
}

export interface Fence {
  /** Three or more of ` or ~. */
  readonly marker: string;
  /** The line that opens it, with its language, without indentation. */
  readonly opening: string;
}

const maxRepeatedFenceLength = 64;

export function parseFence(text: string): Fence | undefined {
  const line = text.trim();
  const marker = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
  if (!marker || (marker.startsWith('`') && line.includes('`', marker.length))) return undefined;
  return { marker, opening: line.length <= maxRepeatedFenceLength ? line : marker };
}

export function closesFence(text: string, { marker }: Fence): boolean {
  const line = text.trim();
  return line.length >= marker.length && line === marker.charAt(0).repeat(line.length);
}

export function isThematicBreak(text: string): boolean {
  return indentOf(text) < 4 && /^([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(text.trim());
}

export interface ListMarker {
  readonly indent: number;
  /** Text behind the marker on its line. */
  readonly content: string;
  /** Whether it may follow a line of text without an empty line between: a bullet or the number 1, with content. */
  readonly interruptsParagraph: boolean;
}

export function parseListMarker(text: string): ListMarker | undefined {
  const match = /^[ \t]*(?:[-*+]|(\d{1,9})[.)])(?=[ \t\r\n]|$)/.exec(text);
  if (!match || isThematicBreak(text)) return undefined;
  const content = text.slice(match[0].length).trim();
  const number = match[1];
  return {
    indent: indentOf(text),
    content,
    interruptsParagraph: content !== '' && (number === undefined || number === '1'),
  };
}

export function isQuote(text: string): boolean {
  return /^ {0,3}>/.test(text);
}

/** `| --- | :-: |`, under a line that has a bar too. */
export function isTableDelimiter(text: string): boolean {
  const line = text.trim();
  if (!line.includes('|') || !/^[|:\- \t]+$/.test(line)) return false;
  const cells = line.replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}

const tableBorder = /^\s*[+┌╔┏╭├╠┣└╚┗╰╞╟][-=─━═┬┳╦┼╋╬┴┻╩╤╪╧╥╫╨+]{3,}[+┐╗┓╮┤╣┫┘╝┛╯╡╢]\s*$/u;

/** Whether a line is drawn above, below or between the rows of a table. */
export const isTableBorder = (text: string): boolean => tableBorder.test(text);

const blockTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul';
const htmlBlock = new RegExp(`^ {0,3}</?(?:${blockTags})(?=[\\s/>]|$)`, 'i');
const rawHtmlBlock = /^ {0,3}(?:<(script|pre|style|textarea)(?=[\s>]|$)|(<!--))/i;

export interface HtmlBlock {
  /** In lower case, what ends the block; undefined where an empty line does. */
  readonly closing: string | undefined;
}

export function parseHtmlBlock(text: string): HtmlBlock | undefined {
  const raw = rawHtmlBlock.exec(text);
  if (raw) return { closing: raw[1] ? `</${raw[1].toLowerCase()}>` : '-->' };
  return htmlBlock.test(text) ? { closing: undefined } : undefined;
}

/** Whether a line may follow a paragraph without an empty line between, and not belong to it. */
export function interruptsParagraph(text: string): boolean {
  return (
    beginsMarkedBlock(text) ||
    isTableBorder(text) ||
    (indentOf(text) < 4 && parseListMarker(text)?.interruptsParagraph === true)
  );
}

/** Whether a line shows by itself that a block begins; an item of a list is not among them. */
export function beginsMarkedBlock(text: string): boolean {
  return (
    indentOf(text) < 4 &&
    (parseAtxHeading(text) !== undefined ||
      parseFence(text) !== undefined ||
      isThematicBreak(text) ||
      isQuote(text) ||
      parseHtmlBlock(text) !== undefined)
  );
}

/** Code between fences. Where it must be cut, each part gets the fence's lines; one that is never closed is closed. */
export function openFencedCode(opening: Line, fence: Fence, cut: number, writer: UnitWriter): Block {
  let isClosed = false;
  let next: number = Cut.GLUED;
  writer.openGroup();
  writer.add({ ...opening, cut, closing: fence.marker });

  return {
    take(line) {
      if (isBlank(line.text)) {
        writer.addBlank(line.text);
        if (next === Cut.LINE) next = Cut.GAP;
        return true;
      }
      if (isClosed) return false;
      isClosed = line.opens && closesFence(line.text, fence);
      writer.add({
        ...line,
        cut: isClosed ? Cut.GLUED : line.opens ? next : Math.max(next, Cut.FRAGMENT),
        opening: `${fence.opening}\n`,
        closing: isClosed ? '' : fence.marker,
      });
      next = Cut.LINE;
      return true;
    },
    end: () => writer.closeGroup(),
    isVerbatim: () => !isClosed,
  };
}
