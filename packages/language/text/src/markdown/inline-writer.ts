import { withoutUnseen } from '../unseen/index.ts';
import { escapeText, inlineCode, type MarkKind, Marks } from './escape.ts';

/** All white space but single spaces, which most is. */
const whiteSpace = /[ \t\n\u00a0]{2,}|[\t\n\u00a0]/g;
/** Marks within words for hyphenation and line breaks, which search would trip over. */
const invisible = /[\u00ad\u200b\u2060]/g;
/** Characters among which those are that may be invisible; most texts have none. */
const mayBeInvisible = /[^\0-\u00ac]/;
const lineBreak = '  \n';
/** Characters that are escaped in one go. */
const windowLength = 64 * 1_024;

/** Collects the text and inline markup of one block, with white space collapsed as in browsers. */
export class InlineWriter {
  readonly #marks = new Marks();
  #raw = '';
  #parts: string[] = [];
  /** White space before the next text; none is written at either end of a block. */
  #gap: '' | ' ' | typeof lineBreak = '';
  #isRaised = false;
  /** Closing delimiter that the last part ends with; undefined if it closes no mark. */
  #closing: string | undefined;

  /** Text as it was read; may come in any pieces. */
  text(text: string): void {
    this.#raw += text;
  }

  /** Ends a word. */
  space(): void {
    this.#flush();
    this.#gap ||= ' ';
  }

  /** Begins a new line; answers whether it did, for there may be one already since the last text. */
  breakLine(): boolean {
    this.#flush();
    if (this.#gap === lineBreak) return false;
    this.#gap = lineBreak;
    return true;
  }

  open(kind: MarkKind, target = ''): void {
    this.#flush();
    this.#marks.open(kind, target);
  }

  close(kind: MarkKind): void {
    this.#flush();
    const closing = this.#marks.close(kind);
    if (closing === undefined) return;
    this.#parts.push(closing);
    this.#closing = closing;
  }

  code(code: string): void {
    const text = code.replace(whiteSpace, ' ').trim();
    if (text) this.literal(inlineCode(text));
  }

  /** Markdown, as it is. */
  literal(markdown: string): void {
    this.#flush();
    this.#begin();
    this.#parts.push(markdown);
  }

  /** Marks the next text as an exponent, as in 10², so that it is not merged with the number before it. */
  raise(): void {
    this.#flush();
    this.#isRaised = true;
  }

  /**
   * A power or an index in a formula, as TeX writes it: `x_{i}^{2}`. It stands within the mark of its base, as the underscore behind a
   * mark would begin another one: `*x*_{i} *y*_{i}` has the letters between both in italics.
   */
  script(sign: '^' | '_', text: string): void {
    this.#flush();
    const closings: string[] = [];
    if (this.#gap === '' && this.#closing !== undefined)
      while (/^\*+$/.test(this.#parts.at(-1) ?? '')) closings.unshift(this.#parts.pop() as string);
    this.#begin();
    const isOpening = sign === '_' && !/[\p{L}\p{M}\p{N}]$/u.test(this.#parts.at(-1) ?? '');
    this.#parts.push(isOpening ? '\\_{' : `${sign}{`);
    this.#raw = text.trim();
    this.#flush();
    this.#parts.push('}');
    this.#parts.push(...closings);
    this.#closing = closings.at(-1);
  }

  /** The Markdown since the last call. Marks that are still open are closed in it and open again in the next block. */
  finish(): string {
    this.#flush();
    const closings = this.#marks.suspend();
    const markdown = this.#parts.join('') + closings;
    this.#parts = [];
    this.#gap = '';
    this.#isRaised = false;
    this.#closing = undefined;
    return markdown;
  }

  #flush(): void {
    if (!this.#raw) return;
    const seen = mayBeInvisible.test(this.#raw) ? withoutUnseen(this.#raw).replace(invisible, '') : this.#raw;
    const text = seen.replace(whiteSpace, ' ');
    this.#raw = '';
    const content = text.trim();
    if (text.startsWith(' ')) this.#gap ||= ' ';
    if (!content) return;
    const isEmpty = this.#parts.length === 0;
    const isExponent = this.#isRaised && !isEmpty && !this.#gap && /^[-+−\d]/.test(content);
    const startsLine = isEmpty || this.#gap === lineBreak;
    this.#begin();
    if (isExponent) this.#parts.push('^');
    this.#addEscaped(content, startsLine);
    this.#isRaised = false;
    if (text.endsWith(' ')) this.#gap = ' ';
  }

  /** Writes the delimiters that are due before any text. */
  #begin(): void {
    if (this.#gap && this.#parts.length > 0) {
      this.#parts.push(this.#gap);
      this.#closing = undefined;
    }
    this.#gap = '';
    for (const opening of this.#marks.openWaiting()) {
      // `**a****b**` would not be two marks; they become one.
      if (opening === this.#closing) this.#parts.pop();
      else this.#addOpening(opening);
      this.#closing = undefined;
    }
    this.#closing = undefined;
  }

  #addOpening(opening: string): void {
    const last = this.#parts.at(-1);
    // An exclamation mark would make an image of the link.
    if (opening === '[' && last?.endsWith('!')) this.#parts.push(`${this.#parts.pop()?.slice(0, -1)}\\!`);
    this.#parts.push(opening);
  }

  #addEscaped(content: string, startsLine: boolean): void {
    const { isInLink } = this.#marks;
    for (let start = 0; start < content.length; start += windowLength) {
      const place = { startsLine: startsLine && start === 0, isInLink };
      this.#parts.push(escapeText(content.slice(start, start + windowLength), place));
    }
  }
}
