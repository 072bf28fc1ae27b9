import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import type { Line } from './line-reader.ts';
import { closesFence, type Fence, isBlank } from './line-syntax.ts';

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
