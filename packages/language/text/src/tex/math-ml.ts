import {
  accent,
  delimited,
  fraction,
  joinTex,
  matrix,
  nameToTex,
  prescripts,
  root,
  scripts,
  stacked,
  textToTex,
  wordsToTex,
} from './formula.ts';

/** Depth to which elements of a formula are read with their structure; those within are read as text. Hostile files nest more. */
export const maxFormulaDepth = 100;

/** An element of MathML whose children have been written. */
export interface MathMlElement {
  /** Without a prefix. */
  readonly name: string;
  /** Text of the element itself. */
  readonly text: string;
  readonly attributeOf: (name: string) => string | undefined;
  /** Children in TeX, including empty ones, because their order carries meaning. */
  readonly parts: readonly string[];
}

type Writer = (parts: readonly string[], element: MathMlElement) => string;

/** Rows and cells until their table closes; neither occurs in TeX. */
const [rowEnd, cellEnd] = ['\u0001', '\u0002'];

const row: Writer = (parts) => {
  const [open = '', inner = '', close = ''] = parts;
  const isMatrix = parts.length === 3 && /^\\begin\{matrix\}/.test(inner) && /^[([|]$/.test(open);
  return isMatrix ? delimited(open, close, [inner]) : joinTex(parts);
};

const over: Writer = ([base = '', above = '']) => accent(above, base) ?? stacked(base, '', above);
const under: Writer = ([base = '', below = '']) => accent(below, base) ?? stacked(base, below, '');

const fenced: Writer = (parts, { attributeOf }) =>
  delimited(
    attributeOf('open') ?? '(',
    attributeOf('close') ?? ')',
    parts,
    attributeOf('separators')?.trim()[0] ?? ',',
  );

/** Before `<mprescripts/>` stand pairs to the right of the base, behind it those to its left. */
const multiscripts: Writer = (parts) => {
  const middle = parts.indexOf('\\mprescripts');
  const [base = '', ...right] = middle < 0 ? parts : parts.slice(0, middle);
  const left = middle < 0 ? [] : parts.slice(middle + 1);
  const every = (all: readonly string[], rest: number) =>
    all.filter((_, index) => index % 2 === rest).join('');
  const body = scripts(base, every(right, 0), every(right, 1));
  return left.length === 0 ? body : prescripts(body, every(left, 0), every(left, 1));
};

/** https://www.w3.org/TR/mathml-core/ */
const writers: Readonly<Record<string, Writer>> = {
  mi: (_, { text, attributeOf }) =>
    /^bold/.test(attributeOf('mathvariant') ?? '') ? `\\mathbf{${textToTex(text)}}` : nameToTex(text),
  mo: (_, { text }) => (/^\p{L}{2,}$/u.test(text) ? nameToTex(text) : textToTex(text)),
  mn: (_, { text }) => textToTex(text),
  mtext: (_, { text }) => wordsToTex(text),
  ms: (_, { text }) => wordsToTex(text),
  mspace: () => ' ',
  mfrac: ([above = '', below = ''], { attributeOf }) =>
    fraction(
      above,
      below,
      /^0(?:\D|$)/.test(attributeOf('linethickness') ?? '')
        ? 'none'
        : attributeOf('bevelled') === 'true'
          ? 'line'
          : 'bar',
    ),
  msup: ([base = '', above = '']) => scripts(base, '', above),
  msub: ([base = '', below = '']) => scripts(base, below, ''),
  msubsup: ([base = '', below = '', above = '']) => scripts(base, below, above),
  mover: over,
  munder: under,
  munderover: ([base = '', below = '', above = '']) => stacked(base, below, above),
  msqrt: (parts) => root(joinTex(parts)),
  mroot: ([base = '', degree = '']) => root(base, degree),
  mfenced: fenced,
  mtable: (parts) =>
    matrix(
      parts
        .join('')
        .split(rowEnd)
        .slice(0, -1)
        .map((cells) => cells.split(cellEnd).slice(0, -1)),
    ),
  mtr: (parts) => parts.join('') + rowEnd,
  mlabeledtr: (parts) => parts.slice(1).join('') + rowEnd,
  mtd: (parts) => joinTex(parts) + cellEnd,
  mphantom: () => '',
  mprescripts: () => '\\mprescripts',
  none: () => '',
  mmultiscripts: multiscripts,
  // Further children repeat the first in another notation.
  semantics: ([shown = '']) => shown,
};

/** Elements whose text counts; text directly in other elements is a mistake and ignored. */
const leaves = new Set(['mi', 'mo', 'mn', 'mtext', 'ms']);

/** Returns an element of MathML in TeX; one that is not known is a row of its children. */
export function mathMlToTex(element: MathMlElement): string {
  const { name } = element;
  const text = element.text.trim().replace(/\s+/g, ' ');
  const parts = text && !leaves.has(name) ? [...element.parts, textToTex(text)] : element.parts;
  return ((Object.hasOwn(writers, name) && writers[name]) || row)(parts, { ...element, text });
}
