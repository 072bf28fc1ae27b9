import { type Change, isNode, type Place } from './syntax.ts';

/** Parts of a statement of SQL, each with its mistaken form. */
const mistakes: readonly (readonly [pattern: RegExp, replacement: string, verb: string])[] = [
  [/\bAND\b(?! now)/g, 'OR', 'OR for'],
  [/\bOR\b/g, 'AND', 'AND for'],
  [/\bIS NOT NULL\b/g, 'IS NULL', 'IS NULL for'],
  [/\bIS NULL\b/g, 'IS NOT NULL', 'IS NOT NULL for'],
  [/\bNOT (?=EXISTS|IN\b)/g, '', 'drop'],
  [/\bEXISTS\b/g, 'NOT EXISTS', 'NOT EXISTS for'],
  [/ <> /g, ' = ', '= for'],
  [/ (?:<|>)=? /g, ' = ', '= for'],
  [/ < /g, ' > ', '> for'],
  [/ > /g, ' < ', '< for'],
  [/ \+ /g, ' - ', '- for'],
  [/ - /g, ' + ', '+ for'],
  [/\bDESC\b/g, 'ASC', 'ASC for'],
  [/\bDISTINCT\b/g, '', 'drop'],
  [/\bLEFT JOIN\b/g, 'JOIN', 'JOIN for'],
  [/\bFOR (?:NO KEY )?UPDATE(?: OF \w+)?(?: SKIP LOCKED)?/g, '', 'drop'],
  [/\bSKIP LOCKED\b/g, '', 'drop'],
  [/\bUNION ALL\b/g, 'EXCEPT', 'EXCEPT for'],
  [/\bleast\(/g, 'greatest(', 'greatest for'],
  [/\bgreatest\(/g, 'least(', 'least for'],
  [/\btrue\b/g, 'false', 'false for'],
  [/\bfalse\b/g, 'true', 'true for'],
  [/\bDO UPDATE SET [^`$]*/g, 'DO NOTHING ', 'DO NOTHING for'],
  // One of several columns is not set.
  [/(?<=\bSET\b[^;()]*), "?\w+"? = (?:NULL|now\(\)|'\w+'|"?\w+"? [+-] 1)/g, '', 'drop'],
  // A condition beside others is missing.
  [
    / AND (?:\w+\.)?"?\w+"? (?:=|<>|<|>|<=|>=) (?:NULL|true|false|now\(\)|'\w+'|(?:\w+\.)?"?\w+"?)(?=[\s;)]|$)/g,
    '',
    'drop',
  ],
  [/ AND (?:\w+\.)?"?\w+"? IS (?:NOT )?NULL/g, '', 'drop'],
];

/** Whether a template, or a text in it, is a statement of SQL or a part of one. */
export function isStatement({ node, within, text }: Place): boolean {
  const tagged = node.type === 'TemplateElement' ? within?.within?.node : within?.node;
  const tag = tagged?.type === 'TaggedTemplateExpression' ? tagged['tag'] : undefined;
  return isNode(tag) && /(^|\.)(sql|\$queryRaw|\$executeRaw)\b/.test(text.slice(tag.start, tag.end));
}

/** A condition with a value of the program, `AND id = ${id}`, is missing: what stands before the value, and the value. */
function valueConditions({ node, within, text }: Place): Change[] {
  const begun = / AND (?:\w+\.)?"?\w+"? (?:=|<>|<|>|<=|>=) (?:ANY\(|ALL\()?$/.exec(
    text.slice(node.start, node.end),
  );
  const rest = /^\$\{[^{}]*\}(?:::\w+(?:\[\])?)?/.exec(text.slice(node.end));
  if (!begun || !rest || within?.node.type !== 'TemplateLiteral') return [];
  const end = node.end + rest[0].length + (begun[0].endsWith('(') ? 1 : 0);
  return [[node.start + begun.index, end, '', 'drop']];
}

/** Mistakes in a statement of SQL that the database still accepts. */
export function statementChanges(place: Place): Change[] {
  const { node, text } = place;
  if (node.type !== 'TemplateElement' || !isStatement(place)) return [];
  const said = text.slice(node.start, node.end);
  const changes = mistakes.flatMap(([pattern, replacement, verb]) =>
    [...said.matchAll(pattern)].map(({ 0: found, index }): Change => {
      const start = node.start + index;
      return [start, start + found.length, replacement, verb];
    }),
  );
  return [...changes, ...valueConditions(place)];
}
