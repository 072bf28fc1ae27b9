import { openSection } from '../units/section.ts';
import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import { openFencedCode } from './fenced-code.ts';
import { isFrontMatterMarker, openFrontMatter, openHtml, openIndentedCode } from './line-block.ts';
import type { Line } from './line-reader.ts';
import {
  type Heading,
  indentOf,
  interruptsParagraph,
  isBlank,
  isQuote,
  isTableDelimiter,
  isThematicBreak,
  parseAtxHeading,
  parseFence,
  parseHtmlBlock,
  parseListMarker,
  setextLevel,
} from './line-syntax.ts';
import { openList } from './list.ts';
import { createProse } from './prose.ts';
import { openQuote } from './quote.ts';
import { openTable } from './table.ts';

export interface BlockReader {
  push(line: Line): void;
  end(): void;
}

/** Separates the blocks of a Markdown document, line by line, and writes their pieces. */
export function createBlockReader(writer: UnitWriter): BlockReader {
  let block: Block | undefined;

  return {
    push(line) {
      if (block?.take(line)) return;
      block?.end();
      block = openBlock(line, writer);
    },
    end() {
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

/** A block that shows what it is in its first line, even directly after a paragraph. */
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

/** Text; its first line is held, for the second may make it a heading or the header of a table. */
function openParagraph(first: Line, writer: UnitWriter): Block {
  const prose = createProse(writer);
  let held: Line | undefined = first.opens ? first : undefined;
  let became: Block | undefined;
  let isEnded = false;
  prose.begin(Cut.BLOCK);
  if (!held) prose.push(first);

  const release = () => {
    if (held) prose.push(held);
    held = undefined;
  };
  return {
    take(line) {
      if (became) return became.take(line);
      if (isBlank(line.text)) {
        release();
        prose.end();
        writer.addBlank(line.text);
        isEnded = true;
        return true;
      }
      if (isEnded) return false;
      became = held && line.opens ? becomeMarkedBlock(held, line, writer) : undefined;
      if (became) {
        held = undefined;
        return true;
      }
      if (line.opens && interruptsParagraph(line.text)) return false;
      release();
      prose.push(line);
      return true;
    },
    end() {
      release();
      prose.end();
      became?.end();
    },
  };
}

/** Returns the block that a second line makes of the first: `===` and `---` a heading, `--- | ---` a table; undefined for neither. */
function becomeMarkedBlock(first: Line, second: Line, writer: UnitWriter): Block | undefined {
  const level = setextLevel(second.text);
  if (level) {
    const whole = { ...first, text: first.text + second.text };
    return openHeading(whole, { level, title: first.text.trim() }, writer);
  }
  if (!first.text.includes('|') || !isTableDelimiter(second.text)) return undefined;
  return openTable(first, second, Cut.BLOCK, writer);
}
