import { type Change, isNode, nodesOf, type Place, type SyntaxNode, textOf } from './syntax.ts';

/** Names of fields that are read anywhere, for what is read of an object but once. */
const anywhere = '';

const isRead = (node: SyntaxNode, parent: SyntaxNode | undefined) =>
  /^(Optional)?MemberExpression$/.test(node.type) &&
  node['computed'] !== true &&
  parent?.['callee'] !== node &&
  !(parent?.type === 'AssignmentExpression' && parent['left'] === node) &&
  !/^(ThisExpression|MetaProperty)$/.test(isNode(node['object']) ? node['object'].type : '');

/** The object, whether or not it is there. */
const objectOf = (node: SyntaxNode, text: string) => {
  const object = node['object'];
  return isNode(object) ? text.slice(object.start, object.end).replaceAll('?.', '.') : '';
};

const nameOf = ({ property }: Record<string, unknown>) => (isNode(property) ? String(property['name']) : '');

/** Lists the fields that a file reads of each object, in the order of its source. */
export function readFields(root: SyntaxNode, text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const add = (object: string, name: string) => {
    const names = fields.get(object) ?? [];
    if (!names.includes(name)) fields.set(object, [...names, name]);
  };
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined) => {
    if (isRead(node, parent)) {
      add(objectOf(node, text), nameOf(node));
      add(anywhere, nameOf(node));
    }
    for (const value of Object.values(node)) for (const child of nodesOf(value)) visit(child, node);
  };
  visit(root, undefined);
  return fields;
}

/** The name after this one, and after the last the first. */
function nextName(names: readonly string[], name: string): string | undefined {
  const next = names[(names.indexOf(name) + 1) % names.length];
  return next === name ? undefined : next;
}

function readChanges(place: Place): Change[] {
  const { node, fields, text } = place;
  const property = node['property'];
  const name = nameOf(node);
  const own = fields.get(objectOf(node, text)) ?? [];
  const next = nextName(own.length > 1 ? own : (fields.get(anywhere) ?? []), name);
  return isNode(property) && next ? [[property.start, property.end, next, `${next} for`]] : [];
}

/** Fields of a reply that are taken apart; parameters of functions are none of these. */
function patternChanges({ node, within }: Place): Change[] {
  if (within?.node.type !== 'VariableDeclarator') return [];
  const properties = nodesOf(node['properties']).filter(
    ({ type, shorthand, value }) =>
      type === 'ObjectProperty' && shorthand === true && isNode(value) && value.type === 'Identifier',
  );
  const names = properties.map(({ value }) => (isNode(value) ? String(value['name']) : ''));
  return properties.flatMap(({ start, end }, index): Change[] => {
    const next = nextName(names, names[index] ?? '');
    return next ? [[start, end, `${next}: ${names[index]}`, `${next} for`]] : [];
  });
}

/** Values of neighbors that take each other's place. */
function objectChanges(place: Place): Change[] {
  const properties = nodesOf(place.node['properties']);
  return properties.flatMap((one, index): Change[] => {
    const other = properties[index + 1];
    const [here, there] = [one['value'], other?.['value']];
    const isKept = one.type !== 'ObjectProperty' || other?.type !== 'ObjectProperty';
    if (isKept || !isNode(here) || !isNode(there)) return [];
    const [key, otherKey] = [textOf(place, one['key']), textOf(place, other['key'])];
    const [value, otherValue] = [textOf(place, here), textOf(place, there)];
    if (one['computed'] === true || other['computed'] === true || value === otherValue) return [];
    // The compiler rejects most of those that are of different kinds.
    if (here.type !== there.type || here.type === 'ArrowFunctionExpression') return [];
    return [[one.start, other.end, `${key}: ${otherValue}, ${otherKey}: ${value}`, 'mix up']];
  });
}

/** Mistakes in which field is read or written. */
export function fieldChanges(place: Place): Change[] {
  const { node, within } = place;
  if (isRead(node, within?.node)) return readChanges(place);
  if (node.type === 'ObjectPattern') return patternChanges(place);
  if (node.type === 'ObjectExpression') return objectChanges(place);
  const named = node['left'];
  // The default of an element is there for the compiler, which does not know how many elements there are.
  if (within?.node.type === 'ArrayPattern') return [];
  if (node.type === 'AssignmentPattern' && isNode(named)) return [[named.end, node.end, '', 'no default']];
  return [];
}
