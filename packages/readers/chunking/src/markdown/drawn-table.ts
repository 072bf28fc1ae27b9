import { countTokens } from '../tokenizer/count-tokens.ts';
import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import type { Line } from './line-reader.ts';
import { isBlank, isTableBorder } from './line-syntax.ts';

const row = /^\s*[|│║┃]/u;

/** The share of a chunk that the repeated header takes at most. */
const headerShare = 1 / 2;

/** Rows between drawn borders. Where it must be cut, each part begins with the header, which is all above the second border. */
export function openDrawnTable(first: Line, cut: number, writer: UnitWriter): Block {
  let header = '';
  let borders = 1;
  let isEnded = false;
  writer.openGroup();
  writer.add({ ...first, cut });

  const addRow = (line: Line) => {
    const isBorder = isTableBorder(line.text);
    if (isBorder) borders += 1;
    else if (borders === 1) header += `${line.text.trim()}\n`;
    const isHead = borders === 1 || (borders === 2 && isBorder);
    const isShort = countTokens(header) <= writer.chunkSize * headerShare;
    writer.add({
      ...line,
      cut: isHead ? Cut.GLUED : isBorder || !line.opens ? Cut.FRAGMENT : Cut.LINE,
      opening: isHead || !isShort ? '' : header,
    });
  };

  return {
    take(line) {
      if (isBlank(line.text)) {
        writer.addBlank(line.text);
        isEnded = true;
        return true;
      }
      if (isEnded) return false;
      if (line.opens && !row.test(line.text) && !isTableBorder(line.text)) return false;
      addRow(line);
      return true;
    },
    end: () => writer.closeGroup(),
  };
}
