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
