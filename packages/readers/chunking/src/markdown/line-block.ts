import { Cut } from '../units/unit.ts';
import type { UnitWriter } from '../units/unit-writer.ts';
import type { Block } from './block.ts';
import type { Line } from './line-reader.ts';
import { type HtmlBlock, indentOf, isBlank } from './line-syntax.ts';

/** Relation of a line to a block: within it, its last line, or outside of it. */
type Membership = 'inside' | 'last' | 'outside';

/** Lines that are kept together where they fit: HTML, indented code, front matter. */
function openLineBlock(
  first: Line,
  cut: number,
  writer: UnitWriter,
  membership: (line: Line) => Membership,
): Block {
  let isEnded = false;
  let next: number = cut;
  writer.openGroup();

  const take = (line: Line): boolean => {
    const answer = isEnded ? 'outside' : line.opens ? membership(line) : 'inside';
    if (answer === 'last') isEnded = true;
    if (isBlank(line.text)) {
      writer.addBlank(line.text);
      next = Cut.GAP;
      return true;
    }
    if (answer === 'outside') return false;
    writer.add({ ...line, cut: line.opens ? next : Cut.FRAGMENT });
    next = Cut.LINE;
    return true;
  };
  take(first);
  return { take, end: () => writer.closeGroup() };
}

/** Up to the end tag of raw text, or to an empty line. */
export function openHtml(first: Line, { closing }: HtmlBlock, cut: number, writer: UnitWriter): Block {
  return openLineBlock(first, cut, writer, ({ text }) => {
    if (closing === undefined) return isBlank(text) ? 'last' : 'inside';
    return text.toLowerCase().includes(closing) ? 'last' : 'inside';
  });
}

export function openIndentedCode(first: Line, cut: number, writer: UnitWriter): Block {
  return openLineBlock(first, cut, writer, ({ text }) =>
    isBlank(text) || indentOf(text) >= 4 ? 'inside' : 'outside',
  );
}

/** YAML between `---` or TOML between `+++`, at the very beginning; a line that cannot be either ends it. */
export function openFrontMatter(first: Line, writer: UnitWriter): Block {
  const marker = first.text.trim();
  const property = /^(?:[\w.$"'-]+[ \t]*[:=]|[ \t]|- |[#\]}[])/;
  return openLineBlock(first, 0, writer, (line) => {
    if (line === first) return 'inside';
    if (line.text.trim() === marker) return 'last';
    return isBlank(line.text) || property.test(line.text) ? 'inside' : 'outside';
  });
}

export function isFrontMatterMarker(text: string): boolean {
  return /^(?:---|\+\+\+)[ \t]*[\r\n]/.test(text);
}
