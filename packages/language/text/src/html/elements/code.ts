import { fencedCode } from '../../markdown/index.ts';
import type { Attributes } from '../attributes.ts';
import { openCell } from '../page.ts';
import { type Rule, type Rules, rulesFor } from './rule.ts';
import { demoteTable } from './tables.ts';

const inlineCode: Rule = (page) => {
  if (page.verbatim !== undefined) return undefined;
  page.inline.text('');
  page.verbatim = '';
  return () => {
    page.inline.code(page.verbatim ?? '');
    page.verbatim = undefined;
  };
};

const preformatted: Rule = (page, attributes) => {
  page.endBlock();
  if (page.verbatim !== undefined) return undefined;
  page.verbatim = '';
  page.codeLanguage = languageOf(attributes);
  return () => {
    const code = (page.verbatim ?? '').replace(/^\n/, '').trimEnd();
    page.verbatim = undefined;
    if (!code.trim()) return;
    const isLine = !code.includes('\n');
    if (openCell(page) && isLine) return page.inline.code(code);
    demoteTable(page);
    page.write(fencedCode(code, page.codeLanguage));
  };
};

/** Numbers of lines beside code, as Pygments, Prism, highlight.js, Chroma and others write them. */
const lineNumbers =
  /(?:^|\s)(?:linenos?|linenodiv|lineno|line-numbers-rows|hljs-ln-numbers|react-syntax-highlighter-line-number|blob-num|rouge-gutter|lnt?)(?:\s|$)/;

/** Whether an element holds numbers of lines, and no code. */
export function isLineNumbers(name: string, attributes: Attributes): boolean {
  const classes = attributes.get('class');
  if (!classes || !/^(?:td|span|div|a|i|pre)$/.test(name)) return false;
  return lineNumbers.test(classes.slice(0, 500)) || (name === 'td' && /(?:^|\s)gutter(?:\s|$)/.test(classes));
}

const codeIn: Rule = (page, attributes, name) => {
  if (page.verbatim !== undefined) page.codeLanguage ||= languageOf(attributes);
  return inlineCode(page, attributes, name);
};

/** `language-ts`, as HTML recommends; `lang-ts`, `highlight-source-ts` and `brush: ts`, as tools write. */
function languageOf(attributes: Attributes): string {
  const found = /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s{0,3})([\w#+.-]{1,32})/.exec(
    attributes.get('class') ?? '',
  );
  return found?.[1] ?? '';
}

export const codeRules: Rules = {
  ...rulesFor('kbd samp tt', inlineCode),
  code: codeIn,
  ...rulesFor('pre listing xmp', preformatted),
};
