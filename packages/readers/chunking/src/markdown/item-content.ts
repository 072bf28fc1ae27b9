import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import { openFencedCode } from './fenced-code.ts';
import type { Line } from './line-reader.ts';
import { parseFence } from './line-syntax.ts';
import { createProse } from './prose.ts';

/** Content of a list's items: text, and fenced code. */
export interface ItemContent {
  /** A line with a marker; `content` is what follows it. */
  beginItem(line: Line, content: string, cut: number): void;
  /** Whether the line belongs to the code that is open. */
  takeCode(line: Line): boolean;
  /** Whether the line opens code. */
  openCode(line: Line): boolean;
  /** A line of the text that is open, or of another paragraph. */
  addText(line: Line, beginsParagraph: boolean): void;
  addBlank(line: Line): void;
  end(): void;
}

export function createItemContent(writer: UnitWriter): ItemContent {
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
    end() {
      endCode();
      prose.end();
    },
  };
}
