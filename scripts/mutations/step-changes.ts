import {
  around,
  type Change,
  isFunction,
  isNode,
  nodesOf,
  type Place,
  type SyntaxNode,
  textOf,
} from './syntax.ts';

const isLoop = ({ type }: SyntaxNode) => /^(For|ForOf|ForIn|While|DoWhile)Statement$/.test(type);

/** The loop or the switch that a `break` here ends. */
function brokenBy(place: Place): SyntaxNode | undefined {
  for (const node of around(place)) {
    if (isLoop(node) || node.type === 'SwitchStatement') return node;
    if (isFunction(node)) return undefined;
  }
  return undefined;
}

/** Whether a rejection of what is awaited here is handled here. */
function isTried(place: Place): boolean {
  for (const node of around(place)) {
    if (node.type === 'TryStatement') return true;
    if (isFunction(node)) return false;
  }
  return false;
}

function blockChanges(place: Place): Change[] {
  const { node, within } = place;
  const statements = nodesOf(node['body']);
  const parent = within?.node;
  if (parent && isLoop(parent) && statements.length > 0)
    return [[node.end - 1, node.end, 'break; }', 'once alone']];
  const middle = statements[Math.floor(statements.length / 2)];
  if (!parent || !isFunction(parent) || !middle || statements.length < 3) return [];
  return [[middle.start, middle.start, 'return; ', 'return before']];
}

function returnChanges(place: Place): Change[] {
  const value = place.node['argument'];
  // Callers treat undefined, null and false alike.
  if (!isNode(value) || /^(undefined|null|false)$/.test(textOf(place, value))) return [];
  return [[value.start, value.end, 'undefined', 'return nothing for']];
}

function arrowChanges(place: Place): Change[] {
  const value = place.node['body'];
  if (!isNode(value) || value.type === 'BlockStatement') return [];
  if (/^(undefined|null)$/.test(textOf(place, value))) return [];
  return [[value.start, value.end, 'undefined', 'return nothing for']];
}

/** Whether a value is what a function returns: as it is, as the last of `??`, or as a branch of `?:`. */
function isReturned({ node, within }: Place): boolean {
  const parent = within?.node;
  if (!within || !parent) return false;
  if (parent['right'] === node && parent.type === 'LogicalExpression') return isReturned(within);
  if (parent['test'] !== node && parent.type === 'ConditionalExpression') return isReturned(within);
  return /^(Return|ArrowFunction)/.test(parent.type);
}

function awaitChanges(place: Place): Change[] {
  const { node } = place;
  // A caller that awaits the function awaits a returned promise as well.
  if (isReturned(place) && !isTried(place)) return [];
  return [[node.start, node.end, `(${textOf(place, node['argument'])})`, 'do not await']];
}

/** Whether a handler returns nothing, where the function would end with nothing all the same. */
function isAsGoodAsSilent({ node, within }: Place, statements: readonly SyntaxNode[]): boolean {
  const [only, ...others] = statements;
  const isLast = nodesOf(within?.node['body']).at(-1) === node;
  const isOfFunction = within?.within !== undefined && isFunction(within.within.node);
  if (only?.type !== 'ReturnStatement' || others.length > 0 || !isLast || !isOfFunction) return false;
  const value = only['argument'];
  return !isNode(value) || value['name'] === 'undefined';
}

function tryChanges(place: Place): Change[] {
  const changes: Change[] = [];
  const [handler, finalizer] = [place.node['handler'], place.node['finalizer']];
  const body = isNode(handler) ? handler['body'] : undefined;
  const handling = isNode(body) ? nodesOf(body['body']) : [];
  if (isNode(body) && handling.length > 0 && !isAsGoodAsSilent(place, handling))
    changes.push([body.start, body.end, '{}', 'catch silently']);
  if (isNode(finalizer)) changes.push([finalizer.start, finalizer.end, '{}', 'drop finally']);
  return changes;
}

function elseChanges({ node, text }: Place): Change[] {
  const [consequent, alternate] = [node['consequent'], node['alternate']];
  if (!isNode(consequent) || !isNode(alternate)) return [];
  const isBlock = text[consequent.end - 1] === '}';
  return [[consequent.end, alternate.end, isBlock ? '' : ';', 'drop else']];
}

/** Mistakes in the steps of a function: one is left out, comes too early, is not waited for, or ends what it should not. */
export function stepChanges(place: Place): Change[] {
  const { node } = place;
  const { start, end } = node;
  switch (node.type) {
    case 'ExpressionStatement':
      return [[start, end, ';', 'do without']];
    case 'ForOfStatement':
    case 'ForStatement':
    case 'ForInStatement':
      return [[start, end, ';', 'do without']];
    case 'BlockStatement':
      return blockChanges(place);
    case 'ReturnStatement':
      return returnChanges(place);
    case 'ArrowFunctionExpression':
      return arrowChanges(place);
    case 'AwaitExpression':
      return awaitChanges(place);
    case 'TryStatement':
      return tryChanges(place);
    case 'IfStatement':
      return elseChanges(place);
    case 'SwitchCase':
      return isNode(node['test']) ? [[start, end, '', 'drop']] : [];
    case 'BreakStatement':
    case 'ContinueStatement': {
      const loop = brokenBy(place);
      if (!loop || !isLoop(loop) || isNode(node['label'])) return [];
      const other = node.type === 'BreakStatement' ? 'continue' : 'break';
      return [[start, end, `${other};`, `${other} instead of`]];
    }
    default:
      return [];
  }
}
