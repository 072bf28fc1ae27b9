import { parse } from '@babel/parser';
import { callChanges } from './call-changes.ts';
import { conditionAndTermChanges } from './condition-changes.ts';
import { fieldChanges, readFields } from './field-changes.ts';
import { isStatement, statementChanges } from './statement-changes.ts';
import { stepChanges } from './step-changes.ts';
import { type Change, calledName, isNode, nodesOf, type Place, type SyntaxNode } from './syntax.ts';
import { valueChanges } from './value-changes.ts';

/** A mistake that can be planted into a source: what stands there, and what takes its place. */
export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** `line 12: drop "limit: 1_000"`. */
  readonly description: string;
}

const kinds = {
  values: valueChanges,
  steps: stepChanges,
  terms: conditionAndTermChanges,
  calls: callChanges,
  fields: fieldChanges,
  statements: statementChanges,
} satisfies Record<string, (place: Place) => Change[]>;
type Kind = keyof typeof kinds;

const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);
const everyKind = Object.keys(kinds).filter(isKind);

/** The kinds that a list names, as `steps,calls`; `new` is all but the values, which came first. Throws for a name that there is not. */
export function kindsOf(list: string | undefined): readonly Kind[] {
  if (!list) return everyKind;
  if (list === 'new') return everyKind.filter((kind) => kind !== 'values');
  const names = list.split(',');
  const unknown = names.find((name) => !isKind(name));
  if (unknown !== undefined) throw new Error(`KINDS: ${unknown} is none of ${everyKind.join(', ')}`);
  return names.filter(isKind);
}

/** Types are no code, imports name other files, and enumerations of types are gone at run time. */
const skipped = /^(Import|TS(?!AsExpression|SatisfiesExpression|NonNull)|ExportAll)/;

/** Titles, help and examples of a form: people read them. */
const isMetadata = (node: SyntaxNode, text: string) =>
  node.type === 'CallExpression' &&
  isNode(node['callee']) &&
  /\.(meta|describe)$/.test(text.slice(node['callee'].start, node['callee'].end));

/** Written for people who look for a cause. */
const isLog = ({ type, start, end }: SyntaxNode, text: string) =>
  type === 'ExpressionStatement' &&
  /^(await )?(context\.)?(log|logger|console)\b/.test(text.slice(start, end));

interface Found {
  readonly place: Place;
  readonly change: Change;
  readonly kind: Kind;
}

function* visit(place: Place, chosen: readonly Kind[]): Generator<Found> {
  const { node, text } = place;
  if (skipped.test(node.type) || isLog(node, text)) return;
  // A database refuses every other change of a statement at once.
  const tried = isStatement(place) ? chosen.filter((kind) => kind === 'statements') : chosen;
  for (const kind of tried) for (const change of kinds[kind](place)) yield { place, change, kind };
  for (const [field, value] of Object.entries(node)) {
    if (field === 'source' || field === 'typeAnnotation') continue;
    if (field === 'arguments' && isMetadata(node, text)) continue;
    for (const child of nodesOf(value)) yield* visit({ ...place, node: child, within: place }, chosen);
  }
}

/** Texts that people read: another wording is no mistake that a test should notice. */
const isProse = (text: string) =>
  /^['`]?[A-Z][\w,.']* [a-z]/.test(text) || / (is|has|of|the|no|not|its|an) /.test(text);

/** Methods whose last argument is the message for a value that a schema refuses. */
const saysWhy = new Set(['refine', 'regex']);

const isSaid = ({ place, kind, change: [start, end] }: Found, shown: string) => {
  const { node, text } = place;
  if (kind === 'values') return isProse(shown);
  // An argument that people read, as what is said of a setting that is refused.
  if (kind === 'calls' && /^,\s+'/.test(text.slice(start, end)))
    return saysWhy.has(calledName(node) ?? '') || isProse(text.slice(start + 1, end).trimStart());
  return node.type === 'TemplateLiteral' && isProse(text.slice(node.start, node.end));
};

const shorten = (text: string) => text.replace(/\s+/g, ' ').slice(0, 80);

/** Excerpt of a mistake: up to eighty characters of the change, and of its surroundings. */
function shownOf({ place: { node, text }, change: [start, end] }: Found): string {
  const [changed, whole] = [shorten(text.slice(start, end)), shorten(text.slice(node.start, node.end))];
  if (node.type === 'TemplateElement') return `${changed} in ${shorten(text.slice(start - 25, end + 25))}`;
  if (changed === whole || changed.length < 2) return whole;
  return `${changed} in ${whole}`;
}

/** Every mistake of these kinds that can be planted into a source, in its order. */
export function findMutants(file: string, text: string, chosen: readonly Kind[] = everyKind): Mutant[] {
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  const root: unknown = program;
  if (!isNode(root)) return [];
  const top: Place = { node: root, within: undefined, text, fields: readFields(root, text) };
  return [...visit(top, chosen)].flatMap((found) => {
    const [start, end, replacement, verb] = found.change;
    const shown = found.kind === 'values' ? shorten(text.slice(start, end)) : shownOf(found);
    const description = `line ${found.place.node.loc.start.line}: ${verb} ${shown}`;
    return isSaid(found, shown) ? [] : [{ file, start, end, replacement, description }];
  });
}
