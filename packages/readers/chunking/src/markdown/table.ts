import { countTokens } from '../tokenizer/count-tokens.ts';
import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import type { Line } from './line-reader.ts';
import { beginsMarkedBlock, isBlank } from './line-syntax.ts';
import { openColumnCutter } from './table-columns.ts';

/** The share of a chunk that a header takes at most: beside a longer one there is no room for rows, and they are cut between their cells. */
const headerShare = 1 / 2;

/**
 * Rows with bars under a header. Where it must be cut, each part begins with the header; a row that does not fit under it is cut between its cells,
 * and each part has the names of its columns.
 */
export function openTable(header: Line, delimiter: Line, cut: number, writer: UnitWriter): Block {
  const headerText = `${header.text.trimEnd()}\n${delimiter.text.trimEnd()}\n`;
  const isShort = countTokens(headerText) <= writer.chunkSize * headerShare;
  const cutter = openColumnCutter(header.text, writer.chunkSize);
  let isEnded = false;
  let next: number = Cut.GLUED;
  writer.openGroup();
  writer.add({ ...header, cut });
  writer.add({ ...delimiter, cut: Cut.GLUED });

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
