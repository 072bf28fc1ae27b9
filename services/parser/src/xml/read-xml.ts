import { AppError } from '@docfleet/errors';
import { createDecoder, encodingOfMark } from '@docfleet/text-decoding';
import { Parser } from 'htmlparser2';
import type { XmlElement, XmlNode } from './element.ts';
import { type Prefixes, prefixesIn, rename, renameAttributes } from './namespaces.ts';

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
  readonly prefixes: Prefixes;
}

/** Word nests a table in a table with four elements each; nobody nests them a hundred times. */
const DEEPEST = 500;

/**
 * Reads XML element by element: those named as containers are gone through, and what stands in them is given whole. A
 * document type is not read: no entity but the five of XML is known, and nothing is fetched. Throws DOCUMENT_TOO_COMPLEX for
 * elements nested too deep.
 */
export async function* readElements(
  bytes: AsyncIterable<Uint8Array>,
  containers: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const collector = createCollector(containers);
  const parser = new Parser(collector.handler, { xmlMode: true });
  let decoder: ReturnType<typeof createDecoder> | undefined;
  for await (const piece of bytes) {
    decoder ??= createDecoder(encodingOfMark(piece) ?? 'utf-8');
    parser.write(decoder.write(piece));
    yield* collector.take();
  }
  parser.end(decoder?.end());
  yield* collector.take();
}

/** Reads an XML document as a whole; undefined where there is no element in it. */
export async function readXml(bytes: AsyncIterable<Uint8Array>): Promise<XmlElement | undefined> {
  return (await Array.fromAsync(readElements(bytes, new Set())))[0];
}

function createCollector(containers: ReadonlySet<string>) {
  const open: OpenElement[] = [];
  let depth = 0;
  let prefixes: Prefixes = new Map();
  const outer: Prefixes[] = [];
  let complete: XmlElement[] = [];

  const close = () => {
    const element = open.pop();
    if (element && open.length === 0) complete.push(element);
  };
  return {
    take(): XmlElement[] {
      const taken = complete;
      complete = [];
      return taken;
    },
    handler: {
      onopentag(tag: string, attributes: Record<string, string>) {
        if (++depth > DEEPEST) throw tooDeep();
        outer.push(prefixes);
        prefixes = prefixesIn(attributes, prefixes);
        const name = rename(tag, prefixes);
        if (open.length === 0 && containers.has(name)) return;
        const element = { name, attributes: renameAttributes(attributes, prefixes), children: [], prefixes };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(text: string) {
        const children = open.at(-1)?.children;
        if (!children) return;
        const last = children.at(-1);
        if (typeof last === 'string') children[children.length - 1] = last + text;
        else children.push(text);
      },
      onclosetag() {
        depth -= 1;
        prefixes = outer.pop() ?? prefixes;
        close();
      },
    },
  };
}

const tooDeep = () =>
  new AppError('DOCUMENT_TOO_COMPLEX', 'The file is nested deeper than a file may be: save it again');
