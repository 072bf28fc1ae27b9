import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import type { Line } from './line-reader.ts';
import {
  beginsMarkedBlock,
  indentOf,
  isBlank,
  type ListMarker,
  openFencedCode,
  parseFence,
  parseListMarker,
} from './line-syntax.ts';
import { createProse } from './prose.ts';

/** Content of a list's items: text, and fenced code. */
interface ItemContent {
  /** A line with a marker; `content` is what follows it. */
  beginItem(line: Line, content: string, cut: number): void;
  /** Whether the line belongs to the code that is open. */
  takeCode(line: Line): boolean;
  /** Whether the line opens code. */
  openCode(line: Line): boolean;
  /** A line of the text that is open, or of another paragraph. */
  addText(line: Line, beginsParagraph: boolean): void;
  addBlank(line: Line): void;
  isVerbatim(): boolean;
  end(): void;
}

function createItemContent(writer: UnitWriter): ItemContent {
  const prose = createProse(writer);
  let code: Block | undefined;

  const openCode = (line: Line, text: string, cut: number) => {
    const fence = parseFence(text);
    if (!fence) return false;
    prose.end();
    code = openFencedCode(line, fence, cut, writer);
    return true;
  };
  const endCode = () => {
    code?.end();
    if (code) prose.begin(Cut.GAP);
    code = undefined;
  };

  return {
    beginItem(line, content, cut) {
      if (openCode(line, content, cut)) return;
      prose.begin(cut);
      prose.push(line);
    },
    takeCode(line) {
      if (code?.take(line)) return true;
      endCode();
      return false;
    },
    openCode: (line) => openCode(line, line.text, Cut.GAP),
    addText(line, beginsParagraph) {
      if (beginsParagraph) prose.begin(Cut.GAP);
      prose.push(line);
    },
    addBlank(line) {
      prose.end();
      writer.addBlank(line.text);
    },
    isVerbatim: () => code?.isVerbatim?.() === true,
    end() {
      endCode();
      prose.end();
    },
  };
}

/** Columns from which a line belongs to the item before it, and an item to a nested list. */
const nested = 2;

/** A list with its nested lists and the code in its items. */
export function openList(first: Line, marker: ListMarker, cut: number, writer: UnitWriter): Block {
  const content = createItemContent(writer);
  let afterBlank = false;
  writer.openGroup();
  content.beginItem(first, marker.content, cut);

  /** Whether a line without a marker belongs to the list. */
  const takeText = (line: Line): boolean => {
    const isIndented = indentOf(line.text) >= nested;
    if (isIndented && content.openCode(line)) return true;
    if (!isIndented && line.opens && (afterBlank || beginsMarkedBlock(line.text))) return false;
    content.addText(line, afterBlank);
    return true;
  };

  return {
    take(line) {
      if (content.takeCode(line)) return true;
      if (isBlank(line.text)) {
        content.addBlank(line);
        afterBlank = true;
        return true;
      }
      const item = line.opens ? parseListMarker(line.text) : undefined;
      if (item) {
        content.beginItem(line, item.content, item.indent < marker.indent + nested ? Cut.ITEM : Cut.GAP);
      } else if (!takeText(line)) return false;
      afterBlank = false;
      return true;
    },
    end() {
      content.end();
      writer.closeGroup();
    },
    isVerbatim: content.isVerbatim,
  };
}
