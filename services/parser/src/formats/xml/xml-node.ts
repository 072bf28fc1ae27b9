/** An element with what is in it, in order. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  children: (XmlNode | string)[];
}

/** All text of an element; elements end a word only where there is white space. */
export function textOf(node: XmlNode): string {
  return node.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

export const elementsOf = (node: XmlNode): XmlNode[] =>
  node.children.filter((child) => typeof child !== 'string');
