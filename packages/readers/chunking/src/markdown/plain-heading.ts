import type { Line } from './line-reader.ts';
import { type Heading, indentOf, isBlank, parseListMarker } from './line-syntax.ts';

/** Possible heading of a plain text, with the evidence in the following lines. */
interface Candidate {
  readonly level: number;
  /** The numbers that it begins with. */
  readonly numbers: readonly number[];
  /** Whether it is a heading where the text follows on the next line, further to the right, as in a manual page. */
  readonly mayHangOver: boolean;
  /** Whether it is one only above such a text. */
  readonly mustHangOver: boolean;
}

const maxTitleLength = 90;
const maxTitleLines = 3;
/** Empty lines behind a heading; after more of them it is a line like any other. */
const maxBlankLines = 8;
const maxLevel = 6;
const minCapitals = 4;

const numbered =
  /^(\d{1,3}(?:\.\d{1,3}){0,5})(\.|(?<=\.\d{1,3}))[ \t\u00a0]+(?=["'“‘(/<\p{Lu}\p{Lt}\p{Lo}])/u;
const named =
  /^(?:Chapter|Part|Appendix|Annex|Section|Kapitel|Teil|Anhang|Abschnitt|Chapitre|Partie|Annexe)[ \t\u00a0]+[\dA-Z]{1,4}[.:]?(?:[ \t\u00a0]+\p{Lu}|$)/u;
/** A sentence, a list's introduction, a leader of dots before a page number. */
const isNoTitle = (text: string) => /[.,;:]$|\.{4}|(?:\. ){3}|[ \t]{3}|\t/.test(text);

function isInCapitals(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const digits = text.match(/\p{N}/gu) ?? [];
  return (
    letters.length >= minCapitals &&
    digits.length < letters.length &&
    !/\p{Ll}|[=<>{}[\]|$\\]|^["'([]|^[-*+>]/u.test(text)
  );
}

function readCandidate(line: string, isManual: boolean): Candidate | undefined {
  const text = line.trim();
  if (text.length > maxTitleLength || isNoTitle(text)) return undefined;
  const plain = { numbers: [], mayHangOver: false, mustHangOver: false };
  const indent = indentOf(line);
  if (isManual && indent >= 2 && indent <= 4 && !parseListMarker(line))
    return { ...plain, level: 2, mayHangOver: true, mustHangOver: true };
  if (indent > 0) return undefined;
  const [, numbers] = numbered.exec(text) ?? [];
  if (numbers) {
    const parts = numbers.split('.').map(Number);
    return { ...plain, numbers: parts, level: Math.min(maxLevel, parts.length + 1) };
  }
  if (named.test(text)) return { ...plain, level: 1 };
  return isInCapitals(text) ? { ...plain, level: 1, mayHangOver: true } : undefined;
}

/** Finds headings that a plain text has without marks of Markdown. */
export interface PlainHeadings {
  /**
   * Takes a line before blocks see it. Returns the lines that blocks get now, the heading that begins with them where it is
   * one, or nothing while that is not known.
   */
  take(line: Line): readonly Line[];
  end(): readonly Line[];
}

interface Held {
  readonly candidate: Candidate;
  readonly title: Line[];
  readonly blanks: Line[];
}

/** Surroundings of the lines that are read. */
interface Surroundings {
  /** Whether the lines may hold headings at all: none within code, and none in a document that marks its own. */
  isOpen(): boolean;
  /** Opens a heading of lines that follow on each other. */
  openHeading(line: Line, heading: Heading): void;
}

/** Whether a line right below a candidate is another line of its title. */
const continuesTitle = ({ candidate, title, blanks }: Held, line: Line): boolean =>
  candidate.numbers.length > 1 &&
  title.length < maxTitleLines &&
  blanks.length === 0 &&
  line.opens &&
  indentOf(line.text) === 0 &&
  !numbered.test(line.text);

/** Knows by the headings so far what the next can be. */
function createRecognition() {
  let isManual = false;
  let counted = 0;
  const isNext = ({ numbers }: Candidate) => numbers.length !== 1 || numbers[0] === counted + 1;

  return {
    read(line: string): Candidate | undefined {
      const candidate = readCandidate(line, isManual);
      return candidate && isNext(candidate) ? candidate : undefined;
    },
    /** Whether the held line is a heading of the next one. */
    isHeading({ candidate, title, blanks }: Held, line: Line): boolean {
      if (blanks.length === 0) {
        const hangs = indentOf(line.text) > indentOf(title[0]?.text ?? '') + 1;
        if (hangs && candidate.mayHangOver) isManual = true;
        return hangs && candidate.mayHangOver;
      }
      if (candidate.mustHangOver || blanks.length > maxBlankLines) return false;
      // Another item of a list whose items lie apart.
      return candidate.numbers.length !== 1 || parseListMarker(line.text) === undefined;
    },
    note({ numbers }: Candidate): void {
      counted = numbers[0] ?? counted;
    },
  };
}

/**
 * Opens a finder of headings: numbered as `4.2 Scope`, `Chapter 3` or in CAPITALS, alone between empty lines; or as in a manual page, where
 * the text below begins further to the right. A number without parts is one of a list unless it counts on from a heading's.
 */
export function createPlainHeadings({ isOpen, openHeading }: Surroundings): PlainHeadings {
  const recognition = createRecognition();
  let held: Held | undefined;
  let afterBlank = true;

  function accept({ candidate, title, blanks }: Held): readonly Line[] {
    const [first] = title;
    if (!first) return [];
    recognition.note(candidate);
    const text = title.map((line) => line.text).join('');
    const { level } = candidate;
    openHeading({ ...first, text }, { level, title: text.trim().replaceAll(/\s+/g, ' ') });
    return blanks;
  }

  function settle(isHeading: boolean): readonly Line[] {
    if (!held) return [];
    const settled = held;
    held = undefined;
    return isHeading ? accept(settled) : [...settled.title, ...settled.blanks];
  }

  function open(line: Line): readonly Line[] {
    const mayBegin = afterBlank && line.opens && !isBlank(line.text) && isOpen();
    afterBlank = isBlank(line.text);
    const candidate = mayBegin ? recognition.read(line.text) : undefined;
    if (!candidate) return [line];
    held = { candidate, title: [line], blanks: [] };
    return [];
  }

  function wait(on: Held, line: Line): readonly Line[] {
    on.blanks.push(line);
    afterBlank = true;
    return on.blanks.length > maxBlankLines ? settle(false) : [];
  }

  return {
    take(line) {
      if (!held) return open(line);
      if (isBlank(line.text)) return wait(held, line);
      if (continuesTitle(held, line)) {
        held.title.push(line);
        return [];
      }
      const settled = settle(recognition.isHeading(held, line));
      return [...settled, ...open(line)];
    },
    end: () => settle(false),
  };
}
