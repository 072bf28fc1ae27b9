/** Characters of formulas and the commands of TeX for them, where these have other names. */
const commands = new Map<string, string>();
const define = (characters: string, names: string) => {
  const list = names.split(' ');
  [...characters].forEach((character, index) => {
    commands.set(character, `\\${list[index] ?? ''}`);
  });
};
define(
  'αβγδεζηθικλμνξπρστυφχψω',
  'alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon varphi chi psi omega',
);
define('ΓΔΘΛΞΠΣΥΦΨΩ', 'Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega');
define('ϵϑϖϱςϕ', 'epsilon vartheta varpi varrho varsigma phi');
define(
  '∑∏∐∫∬∭∮∯∰⋃⋂⋁⋀⨁⨂⨀',
  'sum prod coprod int iint iiint oint oiint oiiint bigcup bigcap bigvee bigwedge bigoplus bigotimes bigodot',
);
define('±∓×÷⋅·∘∗⊕⊗⊙∪∩∨∧∖', 'pm mp times div cdot cdot circ ast oplus otimes odot cup cap vee wedge setminus');
define('≤≥≠≈≡≅∼≃∝≪≫≺≻≐', 'leq geq neq approx equiv cong sim simeq propto ll gg prec succ doteq');
define(
  '∈∉∋⊂⊃⊆⊇⊄∅∀∃∄¬',
  'in notin ni subset supset subseteq supseteq not\\subset emptyset forall exists nexists neg',
);
define(
  '→←↔⇒⇐⇔↦↑↓⟶⟵⟹⟺↪',
  'to leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow mapsto uparrow downarrow longrightarrow longleftarrow Longrightarrow Longleftrightarrow hookrightarrow',
);
define(
  '∞∂∇ℓℏℜℑℵ∠⊥∥∣⊢⊨∴∵',
  'infty partial nabla ell hbar Re Im aleph angle perp parallel mid vdash models therefore because',
);
define('…⋯⋮⋱′″°†‡', 'dots cdots vdots ddots prime prime\\prime circ dagger ddagger');
define('⟨⟩⌈⌉⌊⌋‖', 'langle rangle lceil rceil lfloor rfloor Vert');
define('ℝℕℤℚℂℙ', 'mathbb{R} mathbb{N} mathbb{Z} mathbb{Q} mathbb{C} mathbb{P}');
define('{}#%&_$', '{ } # % & _ $');
commands.set('\\', '\\backslash');
commands.set('−', '-');
commands.set('∕', '/');
// Invisible operators, which say what stands beside each other already.
for (const character of '\u2061\u2062\u2063\u2064\u200b') commands.set(character, '');
for (const character of '\u00a0\u2002\u2003\u2004\u2005\u2009\u200a\n\t') commands.set(character, ' ');

const functions = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp lim limsup liminf max min sup inf det dim ker gcd deg arg hom Pr'.split(
    ' ',
  ),
);

/** The end of a text that is long enough to hold the name of a command. */
const tail = 32;
const endsInCommand = (tex: string) => /\\[a-z]+$/i.test(tex.slice(-tail));

/** Joins parts of a formula; a command ends before a letter that follows it. */
export function joinTex(parts: readonly string[]): string {
  let last = '';
  const joined: string[] = [];
  for (const part of parts) {
    if (part === '') continue;
    if (/^[a-z]/i.test(part) && endsInCommand(last)) joined.push(' ');
    joined.push(part);
    last = part;
  }
  return joined.join('');
}

/** Letters, numbers and signs of a formula; letters of alphabets for mathematics are plain ones. */
export const textToTex = (text: string): string =>
  joinTex([...text.normalize('NFC')].map((character) => commands.get(character) ?? plain(character)));

/** Bold, slanted and other letters of Unicode's block for mathematics. */
const plain = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x1d400 || code > 0x1d7ff) return character;
  const letter = character.normalize('NFKC');
  return commands.get(letter) ?? letter;
};

/** Text within a formula, which TeX sets as text. */
export function wordsToTex(text: string): string {
  const words = text
    .replace(/\s+/g, ' ')
    .replace(/[\\{}#%&_$]/g, (sign) => (sign === '\\' ? '' : `\\${sign}`));
  return words.trim() === '' ? words && ' ' : `\\text{${words}}`;
}

/** The name of a function or of something with more than one letter. */
export function nameToTex(name: string): string {
  if (functions.has(name)) return `\\${name}`;
  return /^\p{L}[\p{L}\d]+$/u.test(name) && !/[^\0-\u024f]/.test(name)
    ? `\\mathrm{${name}}`
    : textToTex(name);
}

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
