/** An element of an XML document. Names carry the prefixes that the reader uses for known namespaces, whatever the file calls them. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** The elements right below, in their order. */
export const elementsOf = (element: XmlElement | undefined): XmlElement[] =>
  (element?.children ?? []).filter((child) => typeof child !== 'string');

/** The first element of this name right below. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return elementsOf(element).find((child) => child.name === name);
}

/** All elements of this name right below. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  elementsOf(element).filter((child) => child.name === name);

/** The element that a path of names leads to. */
export const descendantOf = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce(childOf, element);

/** The first element of this name anywhere below, in the order of the document. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of elementsOf(element)) {
    const found = child.name === name ? child : findElement(child, name);
    if (found) return found;
  }
  return undefined;
}

/** All text below. */
export function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('');
}
