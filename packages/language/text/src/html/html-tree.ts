import type { HtmlElement } from './html-element.ts';
import type { HtmlListener } from './html-listener.ts';
import { createHtmlReader } from './html-reader.ts';

/** Elements deeper than this are put into the one at this depth, as Chromium does: so that a traversal may be recursive. */
const maxDepth = 512;

/** Builds a document of elements while HTML is written. */
export interface HtmlTreeBuilder {
  write(html: string): void;
  /** How many elements it has built: each takes about a kilobyte. */
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
