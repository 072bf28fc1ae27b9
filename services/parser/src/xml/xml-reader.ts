import { AppError } from '@docfleet/errors';
import { Tokenizer } from 'htmlparser2';

export type XmlAttributes = ReadonlyMap<string, string>;

/** Told what is read, in the order of the document. Names are local: without prefixes. Every element that opens closes once. */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  text(text: string): void;
}

export interface XmlReader {
  write(xml: string): void;
  end(): void;
}

const none: XmlAttributes = new Map();
/** Deeper documents are made to exhaust those who read them. */
const DEEPEST = 1_000;
/** A name, an attribute or a run of characters without markup. */
const LONGEST_TOKEN = 4_000_000;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML in time linear in it. Only the entities that every document has are known: declarations are not read, so nothing
 * is fetched and nothing multiplies. Closing tags that fit no element are passed over.
 */
export function createXmlReader(listener: XmlListener): XmlReader {
  const names: string[] = [];
  let xml = '';
  let offset = 0;
  let taken = 0;
  let name = '';
  let attributes: Map<string, string> | undefined;
  let attribute = '';
  let value = '';

  const take = (start: number, end: number) => {
    taken = end;
    return xml.slice(start - offset, end - offset);
  };
  const skip = (_start: number, end: number) => {
    taken = end;
  };
  const text = (start: number, end: number) => {
    const content = take(start, end);
    if (names.length > 0) listener.text(content);
  };
  const closeDownTo = (depth: number) => {
    while (names.length > depth) listener.close(names.pop() ?? '');
  };
  const open = () => {
    if (names.length === DEEPEST) throw tooDeep();
    names.push(name);
    listener.open(name, attributes ?? none);
    attributes = undefined;
  };
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      ontext: text,
      ontextentity(codePoint) {
        if (names.length > 0) listener.text(String.fromCodePoint(codePoint));
      },
      oncdata: (start, end, endOffset) => text(start, end - endOffset),
      onopentagname(start, end) {
        name = localName(take(start, end));
      },
      onattribname(start, end) {
        const full = take(start, end);
        attribute = full.startsWith('xmlns') ? '' : localName(full);
        value = '';
      },
      onattribdata(start, end) {
        value += take(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        attributes ??= new Map();
        if (attribute && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: open,
      onselfclosingtag() {
        open();
        closeDownTo(names.length - 1);
      },
      onclosetag(start, end) {
        const depth = names.lastIndexOf(localName(take(start, end)));
        if (depth >= 0) closeDownTo(depth);
      },
      oncomment: skip,
      ondeclaration: skip,
      onprocessinginstruction: skip,
      onend() {},
    },
  );
  return {
    write(piece) {
      xml = xml.slice(taken - offset) + piece;
      offset = taken;
      if (xml.length > LONGEST_TOKEN) throw tooDeep();
      tokenizer.write(piece);
    },
    end() {
      tokenizer.end();
      closeDownTo(0);
    },
  };
}

function tooDeep(): AppError {
  return new AppError('DOCUMENT_TOO_COMPLEX', 'The XML in the file is nested deeper than can be read');
}
