import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import type { Line } from './line-reader.ts';
import { beginsMarkedBlock, isBlank } from './line-syntax.ts';

const longestRepeatedHeader = 1_000;

/** Rows with bars under a header. Where it must be cut, each part begins with the header, unless that is very long. */
export function openTable(header: Line, delimiter: Line, cut: number, writer: UnitWriter): Block {
  const headerText = `${header.text.trimEnd()}\n${delimiter.text.trimEnd()}\n`;
  const opening = headerText.length <= longestRepeatedHeader ? headerText : '';
  let isEnded = false;
  let next: number = Cut.GLUED;
  writer.openGroup();
  writer.add({ ...header, cut });
  writer.add({ ...delimiter, cut: Cut.GLUED });

  return {
    take(line) {
      if (isBlank(line.text)) {
        writer.addBlank(line.text);
        isEnded = true;
        return true;
      }
      if (isEnded) return false;
      if (line.opens && (!line.text.includes('|') || beginsMarkedBlock(line.text))) return false;
      writer.add({ ...line, cut: line.opens ? next : Math.max(next, Cut.FRAGMENT), opening });
      next = Cut.LINE;
      return true;
    },
    end: () => writer.closeGroup(),
  };
}
