import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Line } from './line-reader.ts';
import { createSentenceReader } from './sentence-reader.ts';

/** A run of text that is written sentence by sentence. */
export interface Prose {
  /** Ends the text before, and says how good it is to cut before the next. */
  begin(cut: number): void;
  push(line: Line): void;
  end(): void;
}

export function createProse(writer: UnitWriter): Prose {
  let cut: number = Cut.SENTENCE;
  const sentences = createSentenceReader((text, start) => {
    writer.add({ text, start, cut, isProse: true });
    cut = Cut.SENTENCE;
  });

  return {
    begin(first) {
      sentences.end();
      cut = first;
    },
    push: (line) => sentences.push(line.text, line.start),
    end: () => sentences.end(),
  };
}
