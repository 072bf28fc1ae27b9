import { Cut } from '../unit.ts';
import type { UnitWriter } from '../unit-writer.ts';
import type { Block } from './block.ts';
import { openFencedCode } from './fenced-code.ts';
import type { Line } from './line-reader.ts';
import {
  beginsMarkedBlock,
  indentOf,
  isBlank,
  type ListMarker,
  parseFence,
  parseListMarker,
} from './line-syntax.ts';
import { createProse } from './prose.ts';

/** Columns from which a line after an empty one still belongs to an item. */
const CONTINUES = 2;

/** A list with its nested lists and the code in its items. */
export function openList(first: Line, marker: ListMarker, cut: number, writer: UnitWriter): Block {
  const prose = createProse(writer);
  let code: Block | undefined;
  let afterBlank = false;
  writer.openGroup();

  const openCode = (line: Line, text: string, before: number): boolean => {
    const fence = parseFence(text);
    if (!fence) return false;
    prose.end();
    code = openFencedCode(line, fence, before, writer);
    return true;
  };
  const addItem = (line: Line, item: ListMarker, before: number) => {
    if (openCode(line, item.content, before)) return;
    prose.begin(before);
    prose.push(line);
  };
  /** Whether the line continues an item. */
  const addText = (line: Line): boolean => {
    const isIndented = indentOf(line.text) >= CONTINUES;
    if (isIndented && openCode(line, line.text, Cut.GAP)) return true;
    if (!isIndented && (afterBlank || beginsMarkedBlock(line.text))) return false;
    if (afterBlank) prose.begin(Cut.GAP);
    prose.push(line);
    return true;
  };

  addItem(first, marker, cut);
  return {
    take(line) {
      if (code?.take(line)) return true;
      code?.end();
      if (code) prose.begin(Cut.GAP);
      code = undefined;
      if (isBlank(line.text)) {
        prose.end();
        writer.addBlank(line.text);
        afterBlank = true;
        return true;
      }
      const item = line.opens ? parseListMarker(line.text) : undefined;
      if (item) addItem(line, item, item.indent < marker.indent + CONTINUES ? Cut.ITEM : Cut.GAP);
      else if (!line.opens) prose.push(line);
      else if (!addText(line)) return false;
      afterBlank = false;
      return true;
    },
    end() {
      code?.end();
      prose.end();
      writer.closeGroup();
    },
  };
}
