/** A node of the syntax tree that Babel makes of a source. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [field: string]: unknown;
}

/** A node where it stands. */
export interface Place {
  readonly node: SyntaxNode;
  /** Parent of the node; undefined for the program. */
  readonly within: Place | undefined;
  /** The source of the whole file. */
  readonly text: string;
  /** Names of fields that the file reads, by the text of what they are read from. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** Replacement of a part of the source, and the verb that describes it. */
export type Change = readonly [start: number, end: number, replacement: string, verb: string];

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'loc' in value;

/** The nodes that a field of a node holds: none, one or several. */
export const nodesOf = (value: unknown): SyntaxNode[] =>
  (Array.isArray(value) ? value : [value]).filter(isNode);

/** The source of a node; empty for what is none. */
export const textOf = ({ text }: Place, child: unknown): string =>
  isNode(child) ? text.slice(child.start, child.end) : '';

/** The nodes around a node, from the nearest on. */
export function* around({ within }: Place): Generator<SyntaxNode> {
  for (let place = within; place; place = place.within) yield place.node;
}

export const isFunction = ({ type }: SyntaxNode): boolean =>
  /^(Function|ArrowFunction|Object|Class).*(Declaration|Expression|Method)$/.test(type) &&
  !/^(Object|Class)Expression|ClassDeclaration/.test(type);

/** The name of what a call calls: `slice` of `text.slice(1)`, `f` of `f()`; undefined for what is computed. */
export function calledName(node: SyntaxNode): string | undefined {
  const callee = node['callee'];
  if (!isNode(callee) || !/^(Optional)?CallExpression$/.test(node.type)) return undefined;
  const named = /MemberExpression$/.test(callee.type) ? callee['property'] : callee;
  return isNode(named) && named.type === 'Identifier' && callee['computed'] !== true
    ? String(named['name'])
    : undefined;
}
