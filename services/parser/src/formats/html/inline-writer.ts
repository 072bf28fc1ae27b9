import { escapeText, inlineCode } from './escape.ts';

export type MarkKind = 'strong' | 'emphasis' | 'deletion' | 'link';

interface Mark {
  readonly kind: MarkKind;
  readonly opening: string;
  readonly closing: string;
  state: 'waiting' | 'open' | 'done';
}

const delimiters = { strong: '**', emphasis: '*', deletion: '~~' } as const;
const whiteSpace = /[ \t\n\u00a0]+/g;
/** Marks within words for hyphenation and line breaks, which search would trip over. */
const invisible = /[\u00ad\u200b\u2060]/g;

/** Collects the text of one block with what is marked in it, white space collapsed as browsers do. */
export interface InlineWriter {
  /** Text as it was read; may come in any pieces. */
  text(text: string): void;
  /** Ends a word. */
  space(): void;
  /** Begins a new line; answers whether there is none yet since the last text. */
  breakLine(): boolean;
  /** A mark is written with the first text in it, and not at all without. */
  open(kind: MarkKind, target?: string): void;
  close(kind: MarkKind): void;
  code(code: string): void;
  /** Markdown, as it is. */
  literal(markdown: string): void;
  /** What comes next is raised, as in 10²: a number must not merge with the one before. */
  raise(): void;
  /** The Markdown since the last call. Marks that are still open are closed in it and open again in the next block. */
  finish(): string;
}

export function createInlineWriter(): InlineWriter {
  let raw = '';
  let parts: string[] = [];
  let gap: '' | ' ' | '  \n' = '';
  let isRaised = false;
  let justClosed: MarkKind | undefined;
  const active: Mark[] = [];
  const depth = { strong: 0, emphasis: 0, deletion: 0, link: 0 };

  const add = (markdown: string) => {
    parts.push(markdown);
    justClosed = undefined;
  };
  const openMarks = () => {
    for (const mark of active) {
      if (mark.state !== 'waiting') continue;
      mark.state = 'open';
      // `**a****b**` would not be two marks; they become one.
      if (justClosed === mark.kind && mark.kind !== 'link') parts.pop();
      else parts.push(mark.opening);
      justClosed = undefined;
    }
  };
  const begin = () => {
    if (gap && parts.length > 0) add(gap);
    gap = '';
    openMarks();
  };
  const flush = () => {
    if (!raw) return;
    const text = raw.replace(invisible, '').replace(whiteSpace, ' ');
    raw = '';
    const content = text.trim();
    if (text.startsWith(' ')) gap ||= ' ';
    if (!content) return;
    const exponent = isRaised && !gap && parts.length > 0 && /^[-+−\d]/.test(content) ? '^' : '';
    const startsLine = parts.length === 0 || gap === '  \n';
    begin();
    add(exponent + escapeText(content, { startsLine, isInLink: depth.link > 0 }));
    isRaised = false;
    if (text.endsWith(' ')) gap = ' ';
  };
  const write = (markdown: string) => {
    flush();
    begin();
    add(markdown);
  };

  return {
    text(text) {
      raw += text;
    },
    space() {
      flush();
      gap ||= ' ';
    },
    breakLine() {
      flush();
      if (gap === '  \n') return false;
      gap = '  \n';
      return true;
    },
    open(kind, target = '') {
      flush();
      if (depth[kind]++ > 0) return;
      const opening = kind === 'link' ? '[' : delimiters[kind];
      active.push({ kind, opening, closing: kind === 'link' ? `](${target})` : opening, state: 'waiting' });
    },
    close(kind) {
      flush();
      if (--depth[kind] > 0) return;
      const mark = active.pop();
      if (mark?.state !== 'open') return;
      add(mark.closing);
      justClosed = mark.kind;
    },
    code(code) {
      const text = code.replace(whiteSpace, ' ').trim();
      if (text) write(inlineCode(text));
    },
    literal: write,
    raise() {
      flush();
      isRaised = true;
    },
    finish() {
      flush();
      for (const mark of active.toReversed()) {
        if (mark.state !== 'open') continue;
        parts.push(mark.closing);
        // One address may be long and the blocks in it many.
        mark.state = mark.kind === 'link' ? 'done' : 'waiting';
      }
      const markdown = parts.join('');
      parts = [];
      gap = '';
      isRaised = false;
      justClosed = undefined;
      return markdown;
    },
  };
}
