import { type Change, calledName, isNode, nodesOf, type Place, textOf } from './syntax.ts';

const otherMethods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['indexOf', 'lastIndexOf'],
  ['lastIndexOf', 'indexOf'],
  ['flatMap', 'map'],
  ['toLowerCase', 'toUpperCase'],
  ['toUpperCase', 'toLowerCase'],
  ['push', 'unshift'],
  ['unshift', 'push'],
  ['shift', 'pop'],
  ['pop', 'shift'],
  ['keys', 'values'],
  ['values', 'keys'],
  ['entries', 'values'],
  ['replaceAll', 'replace'],
  ['padStart', 'padEnd'],
  ['allSettled', 'all'],
  ['ceil', 'floor'],
  ['floor', 'ceil'],
  ['setTimeout', 'setImmediate'],
]);

/** Methods without which their object is of the same kind. */
const droppable = new Set([
  ...[
    'slice',
    'filter',
    'trim',
    'trimEnd',
    'trimStart',
    'toLowerCase',
    'toUpperCase',
    'normalize',
    'replace',
  ],
  ...[
    'replaceAll',
    'padStart',
    'sort',
    'toSorted',
    'reverse',
    'toReversed',
    'flat',
    'concat',
    'catch',
    'finally',
  ],
  ...[
    'optional',
    'nullable',
    'nullish',
    'default',
    'min',
    'max',
    'transform',
    'refine',
    'int',
    'nonnegative',
  ],
]);

/** Functions that return another form of their argument. */
const wrapping =
  /^(encodeURIComponent|decodeURIComponent|encodeURI|String|Number|Boolean|structuredClone|BigInt)$/;

const counted = new Set(['slice', 'substring', 'subarray', 'at', 'splice']);

function memberChanges(place: Place, name: string): Change[] {
  const { node } = place;
  const callee = node['callee'];
  if (!isNode(callee) || !isNode(callee['object']) || !isNode(callee['property'])) return [];
  // There are as many keys as values.
  if (/^(keys|values)$/.test(name) && place.text.startsWith('.length', node.end)) return [];
  const { start, end } = callee['property'];
  const changes: Change[] = [];
  const other = otherMethods.get(name);
  if (other) changes.push([start, end, other, `${other} instead of`]);
  if (droppable.has(name) && textOf(place, callee['object']) !== 'Math')
    changes.push([node.start, node.end, textOf(place, callee['object']), `no .${name} in`]);
  return changes;
}

function argumentChanges(place: Place, name: string | undefined): Change[] {
  const [first, second, ...rest] = nodesOf(place.node['arguments']);
  if (!first) return [];
  if (name !== undefined && counted.has(name) && !/^-?[\d_]+$/.test(textOf(place, first)))
    return [[first.start, first.end, `(${textOf(place, first)}) + 1`, 'one more than']];
  if (!second) return [];
  const last = rest.at(-1) ?? second;
  const before = rest.at(-2) ?? (rest.length > 0 ? second : first);
  const changes: Change[] = [];
  // An omitted last argument is undefined anyway.
  if (textOf(place, last) !== 'undefined') changes.push([before.end, last.end, '', 'leave out']);
  const [one, other] = [textOf(place, first), textOf(place, second)];
  const between = place.text.slice(first.end, second.start);
  // The compiler rejects most of those that are of different kinds.
  if (first.type === second.type && one !== other)
    changes.push([first.start, second.end, other + between + one, 'swap']);
  return changes;
}

/** `Math` makes a number of a text itself, and so does a comparison with a number. */
function isMadeANumber({ node, within }: Place): boolean {
  if (!within) return false;
  const { left, right, operator } = within.node;
  const other = left === node ? right : left;
  const isCompared = /^[<>]=?$/.test(String(operator)) && isNode(other) && other.type === 'NumericLiteral';
  return isCompared || textOf(within, within.node['callee']).startsWith('Math.');
}

/** Mistakes in a call: another method, none, arguments that are swapped, missing or one too high. */
export function callChanges(place: Place): Change[] {
  const { node } = place;
  if (node.type === 'ArrayExpression')
    return nodesOf(node['elements']).map(({ start, end }) => [start, end, '...[]', 'drop']);
  if (!/^(Optional)?CallExpression$/.test(node.type)) return [];
  const name = calledName(node);
  const [only] = nodesOf(node['arguments']);
  if (name === 'Number' && isMadeANumber(place)) return [];
  if (name !== undefined && only && wrapping.test(name))
    return [[node.start, node.end, `(${textOf(place, only)})`, `no ${name} of`]];
  return [...(name === undefined ? [] : memberChanges(place, name)), ...argumentChanges(place, name)];
}
