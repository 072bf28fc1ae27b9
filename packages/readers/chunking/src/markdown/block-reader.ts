import { countTokens } from '../tokenizer/count-tokens.ts';
import { Cut, openSection } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import { isFrontMatterMarker, openFrontMatter, openHtml, openIndentedCode } from './line-block.ts';
import type { Line } from './line-reader.ts';
import {
  beginsMarkedBlock,
  type Heading,
  indentOf,
  interruptsParagraph,
  isBlank,
  isQuote,
  isTableBorder,
  isTableDelimiter,
  isThematicBreak,
  openFencedCode,
  parseAtxHeading,
  parseFence,
  parseHtmlBlock,
  parseListMarker,
  setextLevel,
} from './line-syntax.ts';
import { openList } from './list.ts';
import { createPlainHeadings } from './plain-heading.ts';
import { createProse } from './prose.ts';
import { openColumnCutter, openDrawnTable } from './table-columns.ts';

/** The share of a chunk that a header takes at most: beside a longer one there is no room for rows, and they are cut between their cells. */
const headerShare = 1 / 2;

/**
 * Rows with bars under a header. Where it must be cut, each part begins with the header; a row that does not fit under it is cut between its cells,
 * and each part has the names of its columns.
 */
function openTable(header: readonly Line[], delimiter: Line, cut: number, writer: UnitWriter): Block {
  const headerText = [...header, delimiter].map(({ text }) => `${text.trimEnd()}\n`).join('');
  const isShort = countTokens(headerText) <= writer.chunkSize * headerShare;
  const cutter = openColumnCutter(header.at(-1)?.text ?? '', writer.chunkSize);
  let isEnded = false;
  let next: number = Cut.GLUED;
  writer.openGroup();
  for (const [index, line] of [...header, delimiter].entries())
    writer.add({ ...line, cut: index === 0 ? cut : Cut.GLUED });

  const addRow = (line: Line) => {
    const own = line.opens ? next : Math.max(next, Cut.FRAGMENT);
    if (line.opens && cutter.isTooLong(line.text))
      for (const part of cutter.cutRow(line, own)) writer.add(part);
    else writer.add({ ...line, cut: own, opening: isShort ? headerText : '' });
  };

  return {
    take(line) {
      if (isBlank(line.text)) {
        writer.addBlank(line.text);
        isEnded = true;
        return true;
      }
      if (isEnded) return false;
      if (line.opens && (!line.text.includes('|') || beginsMarkedBlock(line.text))) return false;
      addRow(line);
      next = Cut.LINE;
      return true;
    },
    end: () => writer.closeGroup(),
  };
}

/** Lines after `>`, and those that follow without an empty line between. */
function openQuote(first: Line, cut: number, writer: UnitWriter): Block {
  const prose = createProse(writer);
  let isEnded = false;
  writer.openGroup();
  prose.begin(cut);
  prose.push(first);

  return {
    take(line) {
      if (isBlank(line.text)) {
        prose.end();
        writer.addBlank(line.text);
        isEnded = true;
        return true;
      }
      if (isEnded || (line.opens && !isQuote(line.text) && beginsMarkedBlock(line.text))) return false;
      prose.push(line);
      return true;
    },
    end() {
      prose.end();
      writer.closeGroup();
    },
  };
}

export interface BlockReader {
  push(line: Line): void;
  end(): void;
}

/** Separates the blocks of a Markdown document, line by line, and writes their pieces. */
export function createBlockReader(writer: UnitWriter): BlockReader {
  let block: Block | undefined;
  /** The section of the last heading without a mark. */
  let plain = writer.section();

  const read = (line: Line) => {
    if (block?.take(line)) return;
    block?.end();
    block = openBlock(line, writer);
  };
  const headings = createPlainHeadings({
    isOpen: () => writer.section() === plain && !block?.isVerbatim?.(),
    openHeading(line, heading) {
      block?.end();
      block = openHeading(line, heading, writer);
      plain = writer.section();
    },
  });

  return {
    push(line) {
      for (const next of headings.take(line)) read(next);
    },
    end() {
      for (const next of headings.end()) read(next);
      block?.end();
      writer.end();
    },
  };
}

function openBlock(line: Line, writer: UnitWriter): Block {
  if (!line.opens) return openParagraph(line, writer);
  if (line.start === 0 && isFrontMatterMarker(line.text)) return openFrontMatter(line, writer);
  return openMarkedBlock(line, writer) ?? openPlainBlock(line, writer);
}

/** Opens a block that is recognized by its first line, even directly after a paragraph. */
function openMarkedBlock(line: Line, writer: UnitWriter): Block | undefined {
  const { text } = line;
  if (indentOf(text) >= 4) return undefined;
  const heading = parseAtxHeading(text);
  if (heading) return openHeading(line, heading, writer);
  const fence = parseFence(text);
  if (fence) return openFencedCode(line, fence, Cut.BLOCK, writer);
  if (isThematicBreak(text)) return openSingleLine(line, writer);
  if (isQuote(text)) return openQuote(line, Cut.BLOCK, writer);
  const html = parseHtmlBlock(text);
  return html && openHtml(line, html, Cut.BLOCK, writer);
}

function openPlainBlock(line: Line, writer: UnitWriter): Block {
  if (isBlank(line.text)) return openSingleLine(line, writer);
  if (isTableBorder(line.text)) return openDrawnTable(line, Cut.BLOCK, writer);
  const item = parseListMarker(line.text);
  if (item && item.indent < 4) return openList(line, item, Cut.BLOCK, writer);
  if (indentOf(line.text) >= 4) return openIndentedCode(line, Cut.BLOCK, writer);
  return openParagraph(line, writer);
}

function openHeading(line: Line, { level, title }: Heading, writer: UnitWriter): Block {
  writer.enter(openSection(writer.section(), level, title));
  return openSingleLine({ ...line }, writer, { cut: level, isHeading: true });
}

/** A line that is a block; white space may follow. */
function openSingleLine(
  line: Line,
  writer: UnitWriter,
  piece: { cut: number; isHeading?: boolean } = { cut: Cut.BLOCK },
): Block {
  const take = (next: Line) => {
    if (!isBlank(next.text)) return false;
    writer.addBlank(next.text);
    return true;
  };
  if (!take(line)) writer.add({ ...line, ...piece });
  return { take, end: () => {} };
}

/** Rows that a header has above its delimiter, at most. */
const maxHeaderRows = 3;
const isRow = ({ text }: Line) => text.trimStart().startsWith('|');

/** The last lines of a text, which the next may make a heading or the header of a table. */
function createHeldLines(first: Line, push: (line: Line) => void) {
  let lines = first.opens ? [first] : [];
  let isFirst = first.opens;
  if (!first.opens) push(first);
  const release = () => {
    for (const line of lines) push(line);
    lines = [];
    isFirst = false;
  };
  return {
    release,
    add(line: Line): void {
      const joins = isRow(line) && lines.length < maxHeaderRows && lines.every(isRow);
      if (!joins) release();
      if (line.opens && line.text.includes('|')) lines.push(line);
      else {
        release();
        push(line);
      }
    },
    /** The block that the next line makes of them: `===` and `---` a heading, `--- | ---` a table; undefined for neither. */
    become(next: Line, writer: UnitWriter, endText: () => void): Block | undefined {
      const header = lines;
      const level = isFirst && lines.length === 1 ? setextLevel(next.text) : undefined;
      if (level) {
        lines = [];
        const whole = { ...first, text: first.text + next.text };
        return openHeading(whole, { level, title: first.text.trim() }, writer);
      }
      if (!lines.at(-1)?.text.includes('|') || !isTableDelimiter(next.text)) return undefined;
      lines = [];
      endText();
      return openTable(header, next, isFirst ? Cut.BLOCK : Cut.LINE, writer);
    },
  };
}

/** Text, of which the last lines may turn out to begin a table, as below a caption. */
function openParagraph(first: Line, writer: UnitWriter): Block {
  const prose = createProse(writer);
  let became: Block | undefined;
  let isEnded = false;
  prose.begin(Cut.BLOCK);
  const held = createHeldLines(first, prose.push);

  return {
    take(line) {
      if (became) return became.take(line);
      if (isBlank(line.text)) {
        held.release();
        prose.end();
        writer.addBlank(line.text);
        isEnded = true;
        return true;
      }
      if (isEnded) return false;
      became = line.opens ? held.become(line, writer, prose.end) : undefined;
      if (became) return true;
      if (line.opens && interruptsParagraph(line.text)) return false;
      held.add(line);
      return true;
    },
    end() {
      held.release();
      prose.end();
      became?.end();
    },
  };
}
