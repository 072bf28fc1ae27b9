import type { CssNode, Declaration } from 'css-tree';
import parse from 'css-tree/parser';

/** Properties by which a text may be hidden, and those that it is compared with. */
const relevant = new Set(
  (
    'display visibility opacity content-visibility font font-size color -webkit-text-fill-color background background-color ' +
    'background-image background-clip -webkit-background-clip text-shadow position left right top bottom text-indent margin-left margin-top ' +
    'clip clip-path width height max-width max-height overflow overflow-x overflow-y transform filter mso-hide'
  ).split(' '),
);

export interface Declared {
  /** In lower case, without white space at its ends. */
  readonly value: string;
  readonly isImportant: boolean;
}

/** The relevant declarations of a rule or an attribute, by property. */
export type Declarations = ReadonlyMap<string, Declared>;

/** Longer values, as of pictures within style sheets, hide nothing. */
const maxValueLength = 500;

function add(declarations: Map<string, Declared>, { property, value, important }: Declaration): void {
  const name = property.toLowerCase();
  if (!relevant.has(name) || value.type !== 'Raw') return;
  const text = value.value.trim().toLowerCase().slice(0, maxValueLength);
  declarations.set(name, { value: text, isImportant: important !== false });
}

export function relevantDeclarations(nodes: Iterable<CssNode>): Declarations {
  const declarations = new Map<string, Declared>();
  for (const node of nodes) if (node.type === 'Declaration') add(declarations, node);
  return declarations;
}

/** Parses a `style` attribute; ignores invalid CSS. */
export function readStyle(style: string): Declarations {
  const list = parse(style, { context: 'declarationList', parseValue: false });
  return relevantDeclarations(list.type === 'DeclarationList' ? list.children : []);
}
