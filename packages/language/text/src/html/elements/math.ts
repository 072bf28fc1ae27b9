import type { OpenFormula } from '../page.ts';
import type { Rules } from './rule.ts';
import { rulesFor } from './rule.ts';

/** A part in braces where it is more than one character, as TeX wants it. */
const braced = (part: string) => ([...part].length > 1 ? `{${part}}` : part);
/** A part in brackets where it is more than a number or a name. */
const grouped = (part: string) => (/^(?:[\p{L}\p{M}\p{N}.,]*|.|\(.*\))$/u.test(part) ? part : `(${part})`);

type Writer = (parts: readonly string[]) => string;

const join: Writer = (parts) => parts.join('');
const raised: Writer = ([base = '', above = '']) => (above ? `${grouped(base)}^${braced(above)}` : base);
const lowered: Writer = ([base = '', below = '']) => (below ? `${grouped(base)}_${braced(below)}` : base);
const both: Writer = ([base = '', below = '', above = '']) =>
  `${lowered([base, below])}${above && `^${braced(above)}`}`;
const beside =
  (separator: string): Writer =>
  (parts) =>
    parts.filter(Boolean).join(separator);

/** https://www.w3.org/TR/mathml-core/ */
const writers: Readonly<Record<string, Writer>> = {
  mfrac: ([above = '', below = '']) => `${grouped(above)}/${grouped(below)}`,
  msup: raised,
  mover: raised,
  msub: lowered,
  munder: lowered,
  msubsup: both,
  munderover: both,
  msqrt: (parts) => `√${grouped(join(parts))}`,
  mroot: ([base = '', degree = '']) => `${degree}√${grouped(base)}`,
  mfenced: (parts) => `(${parts.join(', ')})`,
  mtable: (parts) => `[${beside('; ')(parts)}]`,
  mtr: beside(', '),
  mphantom: () => '',
  // What is beside the first child says the same in another notation.
  semantics: ([shown = '']) => shown,
  mmultiscripts: ([base = '', below = '', above = '']) => both([base, below, above]),
};

/** TeX without the size that MediaWiki sets around all of it. */
const plainTex = (tex: string) => tex.replace(/^\{\\(?:displaystyle|textstyle)\s*(.*)\}$/s, '$1').trim();

const part = (name: string): Rules =>
  rulesFor(name, (page) => {
    const formula = page.formula;
    if (!formula) return undefined;
    formula.push({ parts: [], text: '' });
    return () => {
      const closed = formula.pop();
      const own = closed?.text.trim() ?? '';
      const text = (writers[name] ?? join)(own ? [...(closed?.parts ?? []), own] : (closed?.parts ?? []));
      formula.at(-1)?.parts.push(text);
    };
  });

const parts =
  'mrow mstyle mi mn mo mtext ms mspace mpadded menclose merror mtd none mprescripts semantics mfrac msup mover msub munder msubsup munderover msqrt mroot mfenced mtable mtr mphantom mmultiscripts';

export const mathRules: Rules = {
  ...Object.assign({}, ...parts.split(' ').map(part)),
  math(page, attributes) {
    if (page.formula || page.verbatim !== undefined) return undefined;
    const alternative = plainTex(attributes.get('alttext') ?? '');
    const isBlock = attributes.get('display') === 'block';
    if (isBlock) page.endBlock();
    const formula: OpenFormula = [{ parts: [], text: '' }];
    page.formula = formula;
    return () => {
      page.formula = undefined;
      const text = alternative || join(formula[0]?.parts ?? []);
      page.inline.text(text.replace(/\s+/g, ' '));
      if (isBlock) page.endBlock();
    };
  },
};
