import { AppError } from '@docfleet/errors';
import { Parser } from 'htmlparser2';
import { type Prefixes, prefixesIn, rename, renameAttributes } from './namespaces.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * Receives the events of an XML document in order. Names have the prefixes that `namespaces.ts` defines, whatever prefixes the file
 * uses. Every element that opens closes once; text outside of all elements is left out.
 */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  text(text: string): void;
}

export interface XmlReader {
  write(xml: string): void;
  end(): void;
}

interface OpenElement {
  readonly name: string;
  /** Prefixes of the enclosing element. */
  readonly outer: Prefixes;
}

/** Word nests a table in a table with four elements each; no file nests them a hundred times. */
const maxDepth = 500;

/**
 * Reads XML in time linear in it. A document type is not read: no entity but the five of XML is known, nothing is fetched, and
 * nothing multiplies. Closing tags that fit no element are passed over. Throws DOCUMENT_TOO_COMPLEX for elements nested too deep.
 */
export function createXmlReader(listener: XmlListener): XmlReader {
  const elements: OpenElement[] = [];
  let prefixes: Prefixes = new Map();

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (elements.length === maxDepth) throw tooDeep();
        const outer = prefixes;
        prefixes = prefixesIn(attributes, outer);
        const name = rename(tag, prefixes);
        elements.push({ name, outer });
        listener.open(name, renameAttributes(attributes, prefixes));
      },
      ontext(text) {
        if (elements.length > 0) listener.text(text);
      },
      onclosetag() {
        const element = elements.pop();
        if (!element) return;
        prefixes = element.outer;
        listener.close(element.name);
      },
    },
    { xmlMode: true },
  );
  return { write: (xml) => parser.write(xml), end: () => parser.end() };
}

const tooDeep = () =>
  new AppError('DOCUMENT_TOO_COMPLEX', 'The file is nested deeper than a file may be: save it again');
