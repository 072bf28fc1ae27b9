import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import { createItemContent } from './item-content.ts';
import type { Line } from './line-reader.ts';
import { beginsMarkedBlock, indentOf, isBlank, type ListMarker, parseListMarker } from './line-syntax.ts';

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
  };
}
