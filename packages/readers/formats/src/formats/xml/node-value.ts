import type { Value } from '../../values/value.ts';
import { elementsOf, textOf, type XmlElement } from '../../xml/element.ts';
import { looksLikeMarkup, textOfHtml } from './html-text.ts';

/** Attributes that describe the XML rather than what it says. */
const technical = new Set(['schemaLocation', 'noNamespaceSchemaLocation', 'space', 'base']);

/**
 * Returns the value of a data element: its text if it has nothing else, otherwise an object of its attributes and elements, with those of
 * one name as an array. Text with elements in it is text.
 */
export function valueOfNode(node: XmlElement): Value {
  const text = textIn(node);
  const elements = elementsOf(node);
  const attributes = Object.entries(node.attributes).filter(([name]) => !technical.has(name));
  if (elements.length === 0 && attributes.length === 0) return text;
  const isMixed = elements.length > 0 && text !== '';
  const members = new Map<string, Value[]>(
    attributes.map(([name, value]) => [name, [looksLikeMarkup(value) ? textOfHtml(value) : value]]),
  );
  if (isMixed) members.set('text', [...(members.get('text') ?? []), clean(textOf(node))]);
  else for (const element of elements) add(members, element.name, valueOfNode(element));
  if (elements.length === 0 && text) add(members, 'text', text);
  if (isMixed && attributes.length === 0) return clean(textOf(node));
  const entries = [...members].map(([name, values]): [string, Value] => [
    name,
    values.length === 1 ? (values[0] ?? null) : values,
  ]);
  return Object.fromEntries(entries);
}

function add(members: Map<string, Value[]>, name: string, value: Value): void {
  const own = members.get(name);
  if (own) own.push(value);
  else members.set(name, [value]);
}

const clean = (text: string) => text.replace(/[^\S\n]+/g, ' ').trim();

/** The text between the elements; pages within feeds are read as pages. */
function textIn(node: XmlElement): string {
  const text = clean(node.children.filter((child) => typeof child === 'string').join(''));
  return looksLikeMarkup(text) ? textOfHtml(text) : text;
}
