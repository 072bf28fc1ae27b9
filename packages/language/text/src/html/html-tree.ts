import type { Attributes } from './attributes.ts';
import type { HtmlListener } from './html-listener.ts';
import { createHtmlReader } from './html-reader.ts';

/** An element of a document that is held in memory. */
export interface HtmlElement {
  /** In lower case. */
  readonly name: string;
  attributes: Attributes;
  readonly children: HtmlNode[];
  /** Undefined for the root, whose name is empty. */
  parent: HtmlElement | undefined;
}

/** Text is a node by itself. */
export type HtmlNode = HtmlElement | string;

/** All elements below, in the order of the document. */
export function* descendants(element: HtmlElement): Generator<HtmlElement> {
  const waiting = element.children.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') continue;
    yield node;
    for (let index = node.children.length - 1; index >= 0; index--) waiting.push(node.children[index] ?? '');
  }
}

/** The text in it, as it is written. */
export function textOf(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

/** Elements deeper than this are put into the one at this depth, as Chromium does: so that a traversal may be recursive. */
const maxDepth = 512;

/** Builds a document of elements while HTML is written. */
export interface HtmlTreeBuilder {
  write(html: string): void;
  /** Number of elements built so far: each takes about a kilobyte. */
  countElements(): number;
  /** The root, which is no element of the document. */
  end(): HtmlElement;
}

/**
 * Builds a tree of a document with all attributes, so the caller must bound its size. Takes linear time. Passes all events to `next`
 * as well.
 */
export function createHtmlTreeBuilder(next?: HtmlListener): HtmlTreeBuilder {
  const root: HtmlElement = { name: '', attributes: new Map(), children: [], parent: undefined };
  let open = root;
  let depth = 0;
  let elements = 0;
  const reader = createHtmlReader({
    open(name, attributes) {
      const element: HtmlElement = { name, attributes, children: [], parent: open };
      open.children.push(element);
      elements += 1;
      if (depth++ < maxDepth) open = element;
      next?.open(name, attributes);
    },
    close(name) {
      if (depth-- <= maxDepth) open = open.parent ?? root;
      next?.close(name);
    },
    text(text) {
      open.children.push(text);
      next?.text(text);
    },
  });
  return {
    write: reader.write,
    countElements: () => elements,
    end() {
      reader.end();
      return root;
    },
  };
}
