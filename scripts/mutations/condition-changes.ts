import { type Change, isNode, nodesOf, type Place, textOf } from './syntax.ts';

const calculations: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const assignments: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '??=': '=',
  '||=': '=',
  '&&=': '=',
};
const opposites: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

function conditionChanges(place: Place): Change[] {
  const condition = place.node['test'];
  if (!isNode(condition)) return [];
  const { start, end } = condition;
  return [
    [start, end, 'true', 'always'],
    [start, end, 'false', 'never'],
  ];
}

function binaryChanges(place: Place): Change[] {
  const { node } = place;
  const [left, right] = [textOf(place, node['left']), textOf(place, node['right'])];
  const operator = String(node['operator']);
  const opposite = opposites[operator];
  const other = calculations[operator] ?? opposite;
  if (!other) return [];
  return [[node.start, node.end, `((${left}) ${other} (${right}))`, `${other} in`]];
}

/** Whether a condition is there for the compiler: `instanceof` before a field is read, `in` before one that may be absent. */
const isNarrowing = (condition: unknown) =>
  isNode(condition) && /^(instanceof|in)$/.test(String(condition['operator']));

/** Whether a condition negates one that narrows a type, as `!(one instanceof Other)`. */
const isNotNarrowing = (condition: unknown) =>
  isNode(condition) && condition['operator'] === '!' && isNarrowing(condition['argument']);

/** Whether a field is left out where it has no value, as `...(a !== undefined && { a })`: what is undefined is as good as absent. */
function isLeftOut({ node, within, text }: Place): boolean {
  const [left, right] = [node['left'], node['right']];
  if (within?.node.type !== 'SpreadElement' || !isNode(left) || !isNode(right)) return false;
  const asked = text.slice(left.start, left.end).replace(/ !== undefined$/, '');
  const [only, ...others] = nodesOf(right['properties']);
  const value = only?.['value'];
  return others.length === 0 && isNode(value) && text.slice(value.start, value.end) === asked;
}

function logicalChanges(place: Place): Change[] {
  const { node } = place;
  const { start, end } = node;
  const [left, right] = [node['left'], node['right']];
  const first: Change = [start, end, `(${textOf(place, left)})`, 'only the first of'];
  const last: Change = [start, end, `(${textOf(place, right)})`, 'only the last of'];
  if (node['operator'] === '??') return [last];
  if (node['operator'] === '||') return isNotNarrowing(left) ? [first] : [first, last];
  if (isLeftOut(place)) return [first];
  return [...(isNarrowing(right) ? [] : [first]), ...(isNarrowing(left) ? [] : [last])];
}

function unaryChanges(place: Place): Change[] {
  const { node, within } = place;
  const parent = within?.node;
  const isCondition = parent?.['test'] === node;
  // The condition as a whole is inverted by another mistake.
  if (isCondition || !/^[!-]$/.test(String(node['operator']))) return [];
  return [
    [node.start, node.end, `(${textOf(place, node['argument'])})`, `no ${String(node['operator'])} in`],
  ];
}

function patternChanges({ node }: Place): Change[] {
  const [pattern, flags] = [String(node['pattern']), String(node['flags'])];
  const changes: Change[] = [];
  const change = (other: string, otherFlags: string, verb: string) =>
    changes.push([node.start, node.end, `/${other || '(?:)'}/${otherFlags}`, verb]);
  if (pattern.startsWith('^')) change(pattern.slice(1), flags, 'no ^ in');
  if (pattern.endsWith('$') && !pattern.endsWith('\\$')) change(pattern.slice(0, -1), flags, 'no $ in');
  for (const flag of ['g', 'i', 'm', 's'])
    if (flags.includes(flag)) change(pattern, flags.replace(flag, ''), `no ${flag} in`);
  return changes;
}

/** Leaves out an expression of a template. */
const templateChanges = (place: Place): Change[] =>
  nodesOf(place.node['expressions']).map(({ start, end }) => [start, end, "''", 'leave out']);

/** Mistakes in a condition, a calculation, a pattern or a text that is put together. */
export function conditionAndTermChanges(place: Place): Change[] {
  const { node } = place;
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return conditionChanges(place);
    case 'BinaryExpression':
      return binaryChanges(place);
    case 'LogicalExpression':
      return logicalChanges(place);
    case 'UnaryExpression':
      return unaryChanges(place);
    case 'RegExpLiteral':
      return patternChanges(place);
    case 'TemplateLiteral':
      return templateChanges(place);
    case 'AssignmentExpression': {
      const other = assignments[String(node['operator'])];
      const [left, right] = [textOf(place, node['left']), textOf(place, node['right'])];
      return other ? [[node.start, node.end, `${left} ${other} ${right}`, `${other} in`]] : [];
    }
    case 'UpdateExpression': {
      const other = node['operator'] === '++' ? '--' : '++';
      return [[node.start, node.end, `${textOf(place, node['argument'])}${other}`, `${other} in`]];
    }
    case 'OptionalMemberExpression': {
      const object = node['object'];
      if (node['optional'] !== true || !isNode(object)) return [];
      const [here, rest] = [textOf(place, object), place.text.slice(object.end, node.end)];
      return [
        [node.start, node.end, here + rest.replace(/^\?\.(?!\[)/, '.').replace('?.[', '['), 'no ?. in'],
      ];
    }
    default:
      return [];
  }
}
