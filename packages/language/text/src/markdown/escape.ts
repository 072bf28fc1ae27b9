export type MarkKind = 'strong' | 'emphasis' | 'deletion' | 'link';

interface Mark {
  readonly kind: MarkKind;
  readonly opening: string;
  readonly closing: string;
  state: 'waiting' | 'open' | 'done';
}

const none: readonly string[] = [];
const delimiters = { strong: '**', emphasis: '*', deletion: '~~' } as const;

/**
 * Open marks (bold, italic, deletion, link) of a line, outermost first. A mark is written with its first text; one without text is omitted.
 */
export class Marks {
  readonly #active: Mark[] = [];
  readonly #depth = { strong: 0, emphasis: 0, deletion: 0, link: 0 };

  get isInLink(): boolean {
    return this.#depth.link > 0;
  }

  /** A mark within another of its kind changes nothing. */
  open(kind: MarkKind, target: string): void {
    if (this.#depth[kind]++ > 0) return;
    const opening = kind === 'link' ? '[' : delimiters[kind];
    const closing = kind === 'link' ? `](${target})` : opening;
    this.#active.push({ kind, opening, closing, state: 'waiting' });
  }

  /**
   * Closes the innermost mark of this kind. Returns its closing delimiter; undefined if it was never written or another of its kind is
   * open.
   */
  close(kind: MarkKind): string | undefined {
    if (--this.#depth[kind] > 0) return undefined;
    const mark = this.#active.pop();
    return mark?.state === 'open' ? mark.closing : undefined;
  }

  /** Opens the marks that wait for text, and answers what opens them. */
  openWaiting(): readonly string[] {
    if (this.#active.length === 0) return none;
    const waiting = this.#active.filter(({ state }) => state === 'waiting');
    for (const mark of waiting) mark.state = 'open';
    return waiting.map(({ opening }) => opening);
  }

  /**
   * Closes the open delimiters at the end of a block, to be reopened in the next one. Drops an open link, because its address may be
   * long.
   */
  suspend(): string {
    if (this.#active.length === 0) return '';
    const open = this.#active.filter(({ state }) => state === 'open');
    for (const mark of open) mark.state = mark.kind === 'link' ? 'done' : 'waiting';
    return open
      .toReversed()
      .map(({ closing }) => closing)
      .join('');
  }
}

/** Position of a text within its line, which decides which characters need escaping. */
export interface TextPlace {
  readonly startsLine: boolean;
  readonly isInLink: boolean;
}

const special = /[\\`*_[\]<~&!]/g;
const lineStart = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|[-=]+$|(?<number>\d{1,9})(?=[.)](?:\s|$)))/;

/**
 * Escapes the characters of a text that Markdown would take for markup at their position, and no others: an escape in every
 * `snake_case` name would hinder search. At the ends of the piece its neighbors are unknown, so that characters there are escaped.
 */
export function escapeText(text: string, { startsLine, isInLink }: TextPlace): string {
  const escaped = text.replace(special, (character: string, index: number) =>
    isMarkup(character, text, index, isInLink) ? `\\${character}` : character,
  );
  return startsLine
    ? escaped.replace(lineStart, (start, number?: string) => (number ? `${number}\\` : `\\${start}`))
    : escaped;
}

function isMarkup(character: string, text: string, index: number, isInLink: boolean): boolean {
  const before = text[index - 1];
  const after = text[index + 1];
  switch (character) {
    case '`':
      return true;
    case '\\':
      return after === undefined || /[!-/:-@[-`{-~]/.test(after);
    case '*':
      return !(before === ' ' && after === ' ');
    case '_':
      return !(isWordCharacter(before) && isWordCharacter(after)) && !(before === ' ' && after === ' ');
    case '[':
      return isInLink;
    case ']':
      return isInLink || after === '(' || after === '[' || after === ':';
    case '<':
      return after === undefined || /[a-z/!?]/i.test(after);
    case '~':
      return after === '~' || (before !== undefined && before !== ' ');
    case '&':
      return /^&#?[a-z\d]{1,32};/i.test(text.slice(index, index + 36));
    default:
      return after === '[';
  }
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

/** Inline code, in a fence longer than any run of backticks in it. */
export function inlineCode(code: string): string {
  const fence = '`'.repeat(longestBackticks(code) + 1);
  const padding = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return fence + padding + code + padding + fence;
}

/** A block of code in a fence. */
export function fencedCode(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestBackticks(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

function longestBackticks(code: string): number {
  return (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

const maxAddressLength = 2_048;

/** An address as the target of a link, or undefined where it leads nowhere that a reader of the text could go. */
export function linkTarget(address: string | undefined): string | undefined {
  const target = address?.trim().replace(/[\t\n\r]/g, '');
  if (!target || target.length > maxAddressLength || target.startsWith('#')) return undefined;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(target)?.[1]?.toLowerCase();
  if (scheme && !['http', 'https', 'mailto', 'tel', 'ftp'].includes(scheme)) return undefined;
  return target.replace(
    /[\s<>()\\|]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}

/** A heading of a level from 1 to 6; the text is Markdown of one line. */
export const headingLine = (level: number, text: string): string =>
  `${'#'.repeat(level)} ${keepNumberSigns(text.replace(escapedNumber, '$1'))}`;

/** An escaped number at the beginning of a line. In a heading it needs no escape, as no list can begin there. */
const escapedNumber = /^([*_[]*\d{1,9})\\(?=[.)](?:\s|$))/;

/** Number signs after a space at the end of a heading would be taken for its end. */
function keepNumberSigns(text: string): string {
  if (!text.endsWith('#')) return text;
  let start = text.length;
  while (text[start - 1] === '#') start--;
  return start === 0 || text[start - 1] === ' ' ? `${text.slice(0, -1)}\\#` : text;
}
