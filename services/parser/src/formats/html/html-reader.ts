import { Tokenizer } from 'htmlparser2';
import { openElements } from './open-elements.ts';

export type Attributes = ReadonlyMap<string, string>;

/** Told what is read, in the order of the document; every element that is opened is closed once, innermost first. */
export interface HtmlListener {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

export interface HtmlReader {
  write(html: string): void;
  end(): void;
}

/** Attributes that mean something to a reader of the text; others are not kept. */
const keptAttributes = new Set([
  'alt',
  'aria-controls',
  'aria-expanded',
  'aria-hidden',
  'checked',
  'class',
  'colspan',
  'hidden',
  'href',
  'role',
  'rowspan',
  'src',
  'start',
  'style',
  'type',
  'value',
]);

/**
 * Reads HTML as browsers do as far as text is concerned: elements end where others imply it, stray closing tags mean
 * nothing. Takes time linear in the text, however deep elements are nested; htmlparser2's own parser does not.
 */
export function createHtmlReader(listener: HtmlListener): HtmlReader {
  const source = createSource(listener);
  const elements = openElements(listener);
  let name = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();

  const open = (isSelfClosing: boolean) => {
    elements.open(name, attributes, isSelfClosing);
    attributes = new Map();
  };
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
      onattribname(start, end) {
        attribute = source.take(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        if (keptAttributes.has(attribute)) value += source.take(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (keptAttributes.has(attribute) && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: () => open(false),
      onselfclosingtag: () => open(true),
      onclosetag: (start, end) => elements.close(source.take(start, end).toLowerCase()),
      oncdata: (start, end, offset) => source.text(start, end - offset),
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );
  return {
    write(html) {
      source.add(html);
      tokenizer.write(html);
    },
    end() {
      tokenizer.end();
      source.endText();
      elements.closeAll();
    },
  };
}

/** The HTML that is being read, by positions in the whole of it; forgets what has been taken. */
function createSource(listener: HtmlListener) {
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
    /** Text comes in many parts, each `<` that begins no tag by itself; what is adjacent is told as one. */
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
