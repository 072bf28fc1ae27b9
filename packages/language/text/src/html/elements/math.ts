import { formulaMarkdown, mathMlToTex, maxFormulaDepth } from '../../tex/index.ts';
import type { Attributes } from '../attributes.ts';
import type { OpenFormula, Page } from '../page.ts';
import { type Rule, type Rules, rulesFor } from './rule.ts';

/** TeX without the size that MediaWiki sets around all of it, and without comments. */
const plainTex = (tex: string): string =>
  tex
    .replace(/(?<!\\)%.*$/gm, '')
    .trim()
    .replace(/^\{\\(?:displaystyle|textstyle)\s*(.*)\}$/s, '$1')
    .trim();

/** Writes a formula, in a block of its own where the page displays it so. */
export function writeFormula(page: Page, tex: string, isBlock: boolean): void {
  const markdown = formulaMarkdown(plainTex(tex), isBlock);
  if (!markdown) return;
  if (isBlock) page.endBlock();
  page.inline.literal(markdown);
  if (isBlock) page.endBlock();
}

const isTex = (attributes: Attributes) => /tex/i.test(attributes.get('encoding') ?? '');
/** Matches texts that only TeX would write; others are read aloud. */
const looksLikeTex = /[\\^_{}]/;

const part: Rule = (page, attributes, name) => {
  const formula = page.formula;
  if (!formula) return undefined;
  if (formula.open.length > maxFormulaDepth) return undefined;
  formula.open.push({ parts: [], text: '' });
  return () => {
    const { parts = [], text = '' } = formula.open.pop() ?? {};
    const attributeOf = (attribute: string) => attributes.get(attribute);
    formula.open.at(-1)?.parts.push(mathMlToTex({ name, text, attributeOf, parts }));
  };
};

/** Reads a formula in another notation: where that is TeX, it is as its author wrote it. */
const annotation: Rule = ({ formula }, attributes) => {
  if (!formula || !isTex(attributes) || formula.open.length > maxFormulaDepth) return 'skip';
  formula.open.push({ parts: [], text: '' });
  return () => {
    formula.written ||= formula.open.pop()?.text.trim() ?? '';
  };
};

const math: Rule = (page, attributes) => {
  if (page.formula || page.verbatim !== undefined) return undefined;
  const alternative = attributes.get('alttext') ?? '';
  const isBlock = attributes.get('display') === 'block' || attributes.get('mode') === 'display';
  const formula: OpenFormula = {
    open: [{ parts: [], text: '' }],
    written: looksLikeTex.test(alternative) ? alternative : '',
  };
  page.formula = formula;
  return () => {
    page.formula = undefined;
    const { parts = [], text = '' } = formula.open[0] ?? {};
    const attributeOf = () => undefined;
    writeFormula(page, formula.written || mathMlToTex({ name: 'mrow', text, attributeOf, parts }), isBlock);
  };
};

/** Rules that write elements of MathML as TeX: https://www.w3.org/TR/mathml-core/ */
export const mathRules: Rules = {
  ...rulesFor(
    'mrow mstyle mi mn mo mtext ms mspace mpadded menclose merror none mprescripts semantics mfrac msup mover msub munder msubsup munderover msqrt mroot mfenced mtable mtr mlabeledtr mtd mphantom mmultiscripts',
    part,
  ),
  annotation,
  'annotation-xml': () => 'skip',
  math,
};
