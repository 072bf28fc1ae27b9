import type { Attributes } from './attributes.ts';

/** An element of a document that is held in memory. */
export interface HtmlElement {
  /** In lower case. */
  readonly name: string;
  attributes: Attributes;
  readonly children: HtmlNode[];
  /** Undefined for the root, whose name is empty. */
  readonly parent: HtmlElement | undefined;
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
