import { Tokenizer } from 'htmlparser2';
import { AttributeCollector } from './attributes.ts';
import type { HtmlListener } from './html-listener.ts';
import { openElements } from './open-elements.ts';

/** Buffers the HTML being read, addressed by its absolute positions; drops the parts already consumed. */
function createHtmlSource(listener: HtmlListener) {
  let html = '';
  let offset = 0;
  let taken = 0;
  let textStart = 0;
  let textEnd = 0;

  const slice = (start: number, end: number) => {
    taken = end;
    return html.slice(start - offset, end - offset);
  };
  const endText = () => {
    if (textEnd > textStart) listener.text(slice(textStart, textEnd));
    textStart = textEnd = 0;
  };
  return {
    endText,
    add(piece: string) {
      html = html.slice(taken - offset) + piece;
      offset = taken;
    },
    /** Collects text, which arrives in many parts, each `<` that begins no tag by itself; reports adjacent parts as one. */
    text(start: number, end: number) {
      if (start !== textEnd) {
        endText();
        textStart = start;
      }
      textEnd = end;
    },
    take(start: number, end: number): string {
      endText();
      return slice(start, end);
    },
  };
}

const xhtml = /<html\s[^>]{0,1000}?xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i;
/** Elements whose text HTML takes as it is until their closing tag, which XHTML may leave out. */
const selfClosed = /<(script|style|title|textarea|iframe|noscript)(\s[^<>]{0,2000})?\/>/gi;
const maxHeld = 2_100;

/** Closes raw elements of XHTML that close themselves; pieces of other HTML pass as they are. */
function createRawElementCloser() {
  let isBegun = false;
  let isXhtml = false;
  let held = '';
  return {
    write(piece: string): string {
      if (!isBegun) isXhtml = xhtml.test(piece.slice(0, 10_000));
      isBegun = true;
      if (!isXhtml) return piece;
      const html = held + piece;
      const start = html.lastIndexOf('<');
      const isCut = start > html.lastIndexOf('>') && html.length - start < maxHeld;
      held = isCut ? html.slice(start) : '';
      return (isCut ? html.slice(0, start) : html).replace(selfClosed, '<$1$2></$1>');
    },
    end: () => held,
  };
}

export interface HtmlReader {
  write(html: string): void;
  end(): void;
}

const ignored = { oncomment() {}, ondeclaration() {}, onprocessinginstruction() {}, onend() {} };

/**
 * Reads HTML as browsers do as far as text is concerned: elements end where others imply it, stray closing tags mean
 * nothing. Takes time linear in the text, however deep elements are nested; htmlparser2's own parser does not.
 */
export function createHtmlReader(listener: HtmlListener): HtmlReader {
  const source = createHtmlSource(listener);
  const elements = openElements(listener);
  const attributes = new AttributeCollector();
  let name = '';

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: source.text,
      ontextentity(codePoint) {
        source.endText();
        listener.text(String.fromCodePoint(codePoint));
      },
      onopentagname(start, end) {
        name = source.take(start, end).toLowerCase();
      },
      onattribname: (start, end) => attributes.begin(source.take(start, end).toLowerCase()),
      onattribdata: (start, end) => attributes.add(source.take(start, end)),
      onattribentity: (codePoint) => attributes.add(String.fromCodePoint(codePoint)),
      onattribend: () => attributes.end(),
      onopentagend: () => elements.open(name, attributes.take(), false),
      onselfclosingtag: () => elements.open(name, attributes.take(), true),
      onclosetag: (start, end) => elements.close(source.take(start, end).toLowerCase()),
      oncdata: (start, end, offset) => source.text(start, end - offset),
      ...ignored,
    },
  );
  const closer = createRawElementCloser();
  const write = (html: string) => {
    source.add(html);
    tokenizer.write(html);
  };
  return {
    write: (html) => write(closer.write(html)),
    end() {
      write(closer.end());
      tokenizer.end();
      source.endText();
      elements.closeAll();
    },
  };
}
