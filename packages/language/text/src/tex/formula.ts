import { joinTex, textToTex } from './symbols.ts';

/** Matches what needs no braces before an index or exponent. */
const isOne =
  /^(?:\\(?:under|over)brace\{.*\}|[^\\{}\s]|[\d.,]+|\\[a-z]+|\\(?:mathrm|mathbf|mathbb|text|operatorname)\{[^{}]*\}|.*[)\]])$/isu;

/** Writes a base with a subscript and a superscript. */
export function scripts(base: string, below: string, above: string): string {
  if (!below && !above) return base;
  const body = base === '' || isOne.test(base) ? base || '{}' : `{${base}}`;
  return `${body}${below && `_{${below}}`}${above && `^{${above}}`}`;
}

export type FractionKind = 'bar' | 'line' | 'none';

export function fraction(above: string, below: string, kind: FractionKind = 'bar'): string {
  if (kind === 'line') return `${above}/${below}`;
  return kind === 'none' ? `{${above} \\atop ${below}}` : `\\frac{${above}}{${below}}`;
}

export const root = (base: string, degree = ''): string => `\\sqrt${degree && `[${degree}]`}{${base}}`;

const accents: Readonly<Record<string, string>> = {
  '^': 'hat',
  '\u0302': 'hat',
  ˆ: 'hat',
  '~': 'tilde',
  '\u0303': 'tilde',
  '˜': 'tilde',
  '\u0304': 'bar',
  '¯': 'bar',
  '\u0305': 'overline',
  '‾': 'overline',
  _: 'underline',
  '\u0332': 'underline',
  '\u20d7': 'vec',
  '→': 'vec',
  '\\to': 'vec',
  '\u0307': 'dot',
  '˙': 'dot',
  '\u0308': 'ddot',
  '¨': 'ddot',
  '\u0301': 'acute',
  '´': 'acute',
  '\u0300': 'grave',
  '`': 'grave',
  '\u0306': 'breve',
  '˘': 'breve',
  '\u030c': 'check',
  ˇ: 'check',
  '\u030a': 'mathring',
  '˚': 'mathring',
  '⏞': 'overbrace',
  '⏟': 'underbrace',
};

/** A base with a sign over or under it; undefined where the sign is no accent. */
export const accent = (sign: string, base: string): string | undefined =>
  Object.hasOwn(accents, sign) ? `\\${accents[sign]}{${base}}` : undefined;

/** Matches operators whose bounds stand below and above. */
const bounded =
  /^\\(?:sum|prod|coprod|big[a-z]+|i*nt|oint|lim|limsup|liminf|max|min|sup|inf|det|gcd|Pr|(?:under|over)brace\{.*\})$/s;

/** Writes a base with text under and over it. */
export function stacked(base: string, under: string, over: string): string {
  if (bounded.test(base.trim())) return scripts(base.trim(), under, over);
  const raised = over ? `\\overset{${over}}{${base}}` : base;
  return under ? `\\underset{${under}}{${raised}}` : raised;
}

const environments: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
  '{': 'cases',
};
const rows = /^\\begin\{(?:matrix|aligned)\}((?:(?!\\begin\{).)*)\\end\{(?:matrix|aligned)\}$/s;
const stackedPair = /^\{((?:(?!\\atop).)*) \\atop ((?:(?!\\atop).)*)\}$/s;
const tall = /\\(?:frac|begin|sum|prod|int|left|sqrt|atop|underset|overset)/;

/** Writes parts between brackets that grow with their content. */
export function delimited(open: string, close: string, parts: readonly string[], separator = ','): string {
  const content = parts.join(textToTex(separator));
  const environment = environments[open + close];
  const inner = environment ? rows.exec(content)?.[1] : undefined;
  if (inner !== undefined) return `\\begin{${environment}}${inner}\\end{${environment}}`;
  const pair = open + close === '()' ? stackedPair.exec(content) : null;
  if (pair) return `\\binom{${pair[1]}}{${pair[2]}}`;
  if (!tall.test(content)) return joinTex([textToTex(open), content, textToTex(close)]);
  const side = (sign: string) => textToTex(sign) || '.';
  return `\\left${joinTex([side(open), ' ', content, ' '])}\\right${side(close)}`;
}

const lines = (environment: string, all: readonly string[]) =>
  `\\begin{${environment}}${all.join(' \\\\ ')}\\end{${environment}}`;

export const matrix = (cells: readonly (readonly string[])[]): string =>
  lines(
    'matrix',
    cells.map((row) => row.join(' & ')),
  );

export const equations = (all: readonly string[]): string =>
  all.length === 1 ? (all[0] ?? '') : lines('aligned', all);

/** Scripts before a base. */
export const prescripts = (base: string, below: string, above: string): string =>
  `${scripts('', below, above)}${base}`;

/** A formula as Markdown has it: within a line, or in lines of its own. */
export function formulaMarkdown(tex: string, isBlock: boolean): string {
  const text = tex.replace(/\s+/g, ' ').trim();
  if (text === '') return '';
  return isBlock ? `$$${text}$$` : `$${text}$`;
}
