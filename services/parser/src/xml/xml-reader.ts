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
  const window = createWindow();
  const elements = createElements(listener);
  const attributes = createAttributes();
  let name = '';

  const skip = (_start: number, end: number) => window.skipTo(end);
  const open = () => elements.open(name, attributes.take());
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      ontext: (start, end) => elements.text(window.take(start, end)),
      ontextentity: (codePoint) => elements.text(String.fromCodePoint(codePoint)),
      oncdata: (start, end, endOffset) => elements.text(window.take(start, end - endOffset)),
      onopentagname(start, end) {
        name = localName(window.take(start, end));
      },
      onattribname: (start, end) => attributes.begin(window.take(start, end)),
      onattribdata: (start, end) => attributes.add(window.take(start, end)),
      onattribentity: (codePoint) => attributes.add(String.fromCodePoint(codePoint)),
      onattribend: () => attributes.end(),
      onopentagend: open,
      onselfclosingtag() {
        open();
        elements.closeLast();
      },
      onclosetag: (start, end) => elements.close(localName(window.take(start, end))),
      oncomment: skip,
      ondeclaration: skip,
      onprocessinginstruction: skip,
      onend: () => elements.closeAll(),
    },
  );
  return {
    write(piece) {
      window.add(piece);
      tokenizer.write(piece);
    },
    end: () => tokenizer.end(),
  };
}

/** The text that is being read, by positions in the whole of it; forgets what has been taken. */
function createWindow() {
  let xml = '';
  let offset = 0;
  let taken = 0;
  return {
    add(piece: string) {
      xml = xml.slice(taken - offset) + piece;
      offset = taken;
      if (xml.length > LONGEST_TOKEN) throw tooComplex();
    },
    take(start: number, end: number): string {
      taken = end;
      return xml.slice(start - offset, end - offset);
    },
    skipTo(end: number) {
      taken = end;
    },
  };
}

/** Collects the attributes of one element after the other; the first of a name counts. */
function createAttributes() {
  let collected: Map<string, string> | undefined;
  let name = '';
  let value = '';
  return {
    begin(fullName: string) {
      name = fullName.startsWith('xmlns') ? '' : localName(fullName);
      value = '';
    },
    add(part: string) {
      value += part;
    },
    end() {
      if (!name) return;
      collected ??= new Map();
      if (!collected.has(name)) collected.set(name, value);
    },
    take(): XmlAttributes {
      const attributes = collected ?? none;
      collected = undefined;
      return attributes;
    },
  };
}

/** Keeps which elements are open; text outside of all is none. */
function createElements(listener: XmlListener) {
  const names: string[] = [];
  const closeDownTo = (depth: number) => {
    while (names.length > depth) listener.close(names.pop() ?? '');
  };
  return {
    open(name: string, attributes: XmlAttributes) {
      if (names.length === DEEPEST) throw tooComplex();
      names.push(name);
      listener.open(name, attributes);
    },
    text(text: string) {
      if (names.length > 0) listener.text(text);
    },
    close(name: string) {
      const depth = names.lastIndexOf(name);
      if (depth >= 0) closeDownTo(depth);
    },
    closeLast: () => closeDownTo(names.length - 1),
    closeAll: () => closeDownTo(0),
  };
}

function tooComplex(): AppError {
  return new AppError(
    'DOCUMENT_TOO_COMPLEX',
    'The XML in the file is nested deeper, or has longer texts, than can be read',
  );
}
