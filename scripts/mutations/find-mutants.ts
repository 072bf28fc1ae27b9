import { parse } from '@babel/parser';

/** A mistake that can be planted into a source: what stands there, and what takes its place. */
export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** `line 12: drop "limit: 1_000"`. */
  readonly description: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'loc' in value;

type Change = readonly [start: number, end: number, replacement: string, verb: string];

const otherOperators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
};

/** Every change of one node; the text of the source is given for what is kept. */
function changesOf(node: SyntaxNode, parent: SyntaxNode | undefined, text: string): Change[] {
  const { start, end } = node;
  const isKey = parent?.['key'] === node && parent['shorthand'] !== true;
  const textOf = (child: unknown) => (isNode(child) ? text.slice(child.start, child.end) : '');
  switch (node.type) {
    case 'StringLiteral':
      return isKey || node['value'] === ''
        ? []
        : [[start, end, `'~${String(node['value']).replace(/['\\\n]/g, '')}'`, 'change']];
    case 'NumericLiteral':
      return isKey ? [] : [[start, end, String(Number(node['value']) + 1), 'change']];
    case 'BooleanLiteral':
      return [[start, end, String(!node['value']), 'flip']];
    case 'RegExpLiteral':
      return [[start, end, '/(?!)/', 'never match']];
    case 'TemplateElement': {
      const raw = text.slice(start, end);
      return raw.trim() === '' ? [] : [[start, end, `~${raw}`, 'change']];
    }
    case 'IfStatement':
    case 'ConditionalExpression': {
      const condition = node['test'];
      return isNode(condition) ? [[condition.start, condition.end, `!(${textOf(condition)})`, 'invert']] : [];
    }
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right] = [node['left'], node['right']];
      if (!isNode(left) || !isNode(right)) return [];
      if (node['operator'] === '??') return [[start, end, `(${textOf(left)})`, 'no default']];
      const other = otherOperators[String(node['operator'])];
      return other ? [[start, end, `((${textOf(left)}) ${other} (${textOf(right)}))`, `${other} in`]] : [];
    }
    case 'ObjectProperty':
    case 'SpreadElement':
      // What is undefined is as good as absent.
      return parent?.type === 'ObjectExpression' && textOf(node['value']) !== 'undefined'
        ? [[start, end, '...[]', 'drop']]
        : [];
    case 'ThrowStatement':
      return [[start, end, ';', 'swallow']];
    default:
      return [];
  }
}

/** Types are no code, imports name other files, and enumerations of types are gone at run time. */
const skipped = /^(Import|TS(?!AsExpression|SatisfiesExpression|NonNull)|ExportAll)/;

/** Titles, help and examples of a form: people read them. */
const isMetadata = (node: SyntaxNode, text: string) =>
  node.type === 'CallExpression' &&
  isNode(node['callee']) &&
  /\.(meta|describe)$/.test(text.slice(node['callee'].start, node['callee'].end));

function* visit(
  node: SyntaxNode,
  parent: SyntaxNode | undefined,
  text: string,
): Generator<[SyntaxNode, Change]> {
  if (skipped.test(node.type)) return;
  for (const change of changesOf(node, parent, text)) yield [node, change];
  for (const [field, value] of Object.entries(node)) {
    if (field === 'source' || field === 'typeAnnotation') continue;
    if (field === 'arguments' && isMetadata(node, text)) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* visit(child, node, text);
  }
}

/** Texts that people read: another wording is no mistake that a test should notice. */
const isProse = (text: string) =>
  /^['`]?[A-Z][\w,.']* [a-z]/.test(text) || / (is|has|of|the|no|not|its|an) /.test(text);

/** Every mistake that can be planted into a source, in its order. */
export function findMutants(file: string, text: string): Mutant[] {
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  const root: unknown = program;
  if (!isNode(root)) return [];
  return [...visit(root, undefined, text)].flatMap(([node, [start, end, replacement, verb]]) => {
    const shown = text.slice(start, end).replace(/\s+/g, ' ').slice(0, 80);
    const description = `line ${node.loc.start.line}: ${verb} ${shown}`;
    return isProse(shown) ? [] : [{ file, start, end, replacement, description }];
  });
}
