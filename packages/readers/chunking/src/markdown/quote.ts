import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import type { Line } from './line-reader.ts';
import { beginsMarkedBlock, isBlank, isQuote } from './line-syntax.ts';
import { createProse } from './prose.ts';

/** Lines after `>`, and those that follow without an empty line between. */
export function openQuote(first: Line, cut: number, writer: UnitWriter): Block {
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
