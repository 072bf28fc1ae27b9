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
  isVerbatim = false,
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
  return { take, end: () => writer.closeGroup(), isVerbatim: () => isVerbatim && !isEnded };
}

/** Up to the end tag of raw text, or to an empty line. */
export function openHtml(first: Line, { closing }: HtmlBlock, cut: number, writer: UnitWriter): Block {
  const membership = ({ text }: Line): Membership => {
    if (closing === undefined) return isBlank(text) ? 'last' : 'inside';
    return text.toLowerCase().includes(closing) ? 'last' : 'inside';
  };
  return openLineBlock(first, cut, writer, membership, true);
}

/** `-P max-procs`, `CheckHostIP` or `8      Server issued an error` at the beginning of an entry. */
const entryStart = /^(?:-{1,2}[\p{L}\p{N}?#%@]|[\p{L}][\p{L}\p{N}_.-]*$|\S{1,20} {3,}\S)/u;
const maxEntryName = 80;

/**
 * Indented code, and the text of manual pages. An entry of a list of options is a chunk by itself, and where it must be cut, each part begins
 * with its name.
 */
export function openIndentedCode(first: Line, cut: number, writer: UnitWriter): Block {
  let indent = indentOf(first.text);
  let next: number = cut;
  let name = '';
  let hasEntries = false;
  writer.openGroup();

  /** A line that is as far to the left as the first one, after an empty line, begins something else. */
  const begin = (line: Line): boolean => {
    const text = line.text.trim();
    const isEntry = entryStart.test(text);
    hasEntries ||= isEntry;
    indent = indentOf(line.text);
    if (line !== first) next = Cut.ITEM;
    if (hasEntries) {
      writer.closeGroup();
      writer.openGroup();
    }
    name = isEntry && text.length <= maxEntryName ? `${text}\n` : '';
    return isEntry;
  };
  const add = (line: Line) => {
    const begins = line.opens && (line === first || next === Cut.GAP) && indentOf(line.text) <= indent;
    const isEntry = begins && begin(line);
    const opening = begins ? '' : name;
    writer.add({ ...line, cut: line.opens ? next : Cut.FRAGMENT, isEntry, opening });
    next = Cut.LINE;
  };
  add(first);

  return {
    take(line) {
      if (isBlank(line.text)) {
        writer.addBlank(line.text);
        next = Cut.GAP;
        return true;
      }
      if (line.opens && indentOf(line.text) < 4) return false;
      add(line);
      return true;
    },
    end: () => writer.closeGroup(),
  };
}

/** YAML between `---` or TOML between `+++`, at the very beginning; a line that cannot be either ends it. */
export function openFrontMatter(first: Line, writer: UnitWriter): Block {
  const marker = first.text.trim();
  const property = /^(?:[\w.$"'-]+[ \t]*[:=]|[ \t]|- |[#\]}[])/;
  const membership = (line: Line): Membership => {
    if (line === first) return 'inside';
    if (line.text.trim() === marker) return 'last';
    return isBlank(line.text) || property.test(line.text) ? 'inside' : 'outside';
  };
  return openLineBlock(first, 0, writer, membership, true);
}

export function isFrontMatterMarker(text: string): boolean {
  return /^(?:---|\+\+\+)[ \t]*[\r\n]/.test(text);
}
