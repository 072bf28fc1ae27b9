import type { CssNode, Selector as SelectorNode } from 'css-tree';
import type { Attributes } from '../attributes.ts';

/** An element as selectors see it. */
export interface Matched {
  readonly name: string;
  readonly attributes: Attributes;
  readonly classes: readonly string[];
  readonly parent: Matched | undefined;
}

/** Conditions on one element. */
interface Compound {
  readonly name: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly value: string | undefined }[];
}

/** A selector, its last compound first. */
export interface Selector {
  readonly compounds: readonly Compound[];
  /** Whether each compound but the first has to match the parent of the one before, rather than any ancestor. */
  readonly isChild: readonly boolean[];
  /** Whether it also has conditions that a program or a visitor changes, such as `:hover`, `:checked ~` and `:target`. */
  readonly isConditional: boolean;
  readonly specificity: number;
}

const idWeight = 10_000;
const classWeight = 100;

interface Parts {
  name?: string;
  id?: string;
  readonly classes: string[];
  readonly attributes: { name: string; value: string | undefined }[];
}

const emptyParts = (): Parts => ({ classes: [], attributes: [] });

/** Adds a simple selector to a compound, and returns its specificity; undefined for one that is conditional. */
function addSimple(parts: Parts, node: CssNode): number | undefined {
  switch (node.type) {
    case 'TypeSelector':
      if (node.name === '*') return 0;
      parts.name = node.name.toLowerCase();
      return 1;
    case 'ClassSelector':
      parts.classes.push(node.name);
      return classWeight;
    case 'IdSelector':
      parts.id = node.name;
      return idWeight;
    case 'AttributeSelector': {
      const value = node.value?.type === 'String' ? node.value.value : node.value?.name;
      if (node.matcher !== null && node.matcher !== '=') return undefined;
      parts.attributes.push({ name: node.name.name.toLowerCase(), value });
      return classWeight;
    }
    default:
      return undefined;
  }
}

/** Reads a selector; undefined for one of generated content, such as `::before`. */
export function readSelector({ children }: SelectorNode): Selector | undefined {
  const compounds: Parts[] = [emptyParts()];
  const isChild: boolean[] = [];
  let isConditional = false;
  let specificity = 0;
  for (const node of children) {
    if (node.type === 'PseudoElementSelector') return undefined;
    if (node.type === 'Combinator') {
      if (node.name !== ' ' && node.name !== '>') isConditional = true;
      isChild.unshift(node.name === '>');
      compounds.unshift(emptyParts());
      continue;
    }
    const weight = addSimple(compounds[0] as Parts, node);
    if (weight === undefined) isConditional = true;
    specificity += weight ?? classWeight;
  }
  return {
    compounds: compounds.map(({ name, id, classes, attributes }) => ({ name, id, classes, attributes })),
    isChild,
    isConditional,
    specificity,
  };
}

const hasAttribute = ({ attributes }: Matched, { name, value }: Compound['attributes'][number]): boolean =>
  attributes.has(name) && (value === undefined || attributes.get(name) === value);

function matchesCompound(element: Matched, { name, id, classes, attributes }: Compound): boolean {
  return (
    (name === undefined || name === element.name) &&
    (id === undefined || id === element.attributes.get('id')) &&
    classes.every((each) => element.classes.includes(each)) &&
    attributes.every((attribute) => hasAttribute(element, attribute))
  );
}

/** Ancestors that are looked at for one compound. */
const maxAncestors = 40;

/** Whether an element matches a selector without conditions. */
export function matches(element: Matched, { compounds, isChild }: Selector, from = 0): boolean {
  const compound = compounds[from];
  if (!compound || !matchesCompound(element, compound)) return false;
  if (from === compounds.length - 1) return true;
  let around = element.parent;
  for (let steps = 0; around && steps < maxAncestors; steps++, around = around.parent) {
    if (matches(around, { compounds, isChild } as Selector, from + 1)) return true;
    if (isChild[from]) return false;
  }
  return false;
}

/** Whether an element would match in another state: it has the name and the id, and one of the classes if there are any. */
export function mayMatch(element: Matched, { compounds: [last] }: Selector): boolean {
  if (!last) return false;
  const isNamed = last.name !== undefined || last.id !== undefined || last.classes.length > 0;
  return (
    isNamed &&
    (last.name === undefined || last.name === element.name) &&
    (last.id === undefined || last.id === element.attributes.get('id')) &&
    (last.classes.length === 0 || last.classes.some((each) => element.classes.includes(each)))
  );
}

/** Names in the last compound by which rules are looked up: an id, else classes, else the element. */
export function keysOf({ compounds: [last] }: Selector): readonly string[] {
  if (last?.id !== undefined) return [`#${last.id}`];
  if (last && last.classes.length > 0) return last.classes.map((each) => `.${each}`);
  return [last?.name ?? '*'];
}
