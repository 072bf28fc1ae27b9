import {
  accent,
  delimited,
  equations,
  formulaMarkdown,
  fraction,
  joinTex,
  matrix,
  maxFormulaDepth,
  nameToTex,
  prescripts,
  root,
  scripts,
  stacked,
  textToTex,
  wordsToTex,
} from '@docfleet/text/tex';
import type { TextRun } from '../document-tree/tree.ts';
import { childOf, childrenOf, elementsOf, textOf, type XmlElement } from '../xml/read-xml.ts';

interface Equation {
  readonly element: XmlElement;
  readonly depth: number;
}

type Writer = (equation: Equation) => string;

const partOf = ({ element, depth }: Equation, name: string) => texOf(childOf(element, name), depth + 1);

const partsOf = ({ element, depth }: Equation, name: string) =>
  childrenOf(element, name).map((part) => texOf(part, depth + 1));

/** A property of an object; undefined where it is not set, empty where it is set to nothing. */
function property({ element }: Equation, properties: string, name: string): string | undefined {
  const found = childOf(childOf(element, properties), name);
  return found && (found.attributes['m:val'] ?? '');
}

const isOn = (value: string | undefined) => value !== undefined && !/^(?:0|off|false)$/.test(value);

/** Text of a run: words of a language, upright names, or letters that each stand for something. */
const run: Writer = (equation) => {
  const { element } = equation;
  const text = childrenOf(element, 'm:t').map(textOf).join('');
  if (isOn(property(equation, 'm:rPr', 'm:nor'))) return wordsToTex(text);
  const style = property(equation, 'm:rPr', 'm:sty');
  if (style === 'p' || style === 'b') return joinTex(text.split(/(?<=\P{L})|(?=\P{L})/u).map(upright(style)));
  return joinTex(
    text
      .split(/(?<=\P{L})(?=\p{L})|(?<=\p{L})(?=\P{L})/u)
      .map((part) => functionName(part) ?? textToTex(part)),
  );
};

const upright = (style: string) => (part: string) =>
  style === 'b' && /\p{L}/u.test(part) ? `\\mathbf{${textToTex(part)}}` : nameToTex(part);

/** A function as TeX knows it; undefined for letters that only stand beside each other. */
const functionName = (text: string) => {
  const name = nameToTex(text);
  return /^\\(?!mathrm)[a-zA-Z]{2,}$/.test(name) && name === `\\${text}` ? name : undefined;
};

const fractionKinds: Readonly<Record<string, 'line' | 'none'>> = { lin: 'line', skw: 'line', noBar: 'none' };

const largeOperator: Writer = (equation) => {
  const sign = textToTex(property(equation, 'm:naryPr', 'm:chr') ?? '∫');
  const bounds = scripts(sign, partOf(equation, 'm:sub'), partOf(equation, 'm:sup'));
  return joinTex([bounds, ' ', partOf(equation, 'm:e')]);
};

const between: Writer = (equation) => {
  const sign = (name: string, otherwise: string) => property(equation, 'm:dPr', name) ?? otherwise;
  return delimited(
    sign('m:begChr', '('),
    sign('m:endChr', ')'),
    partsOf(equation, 'm:e'),
    sign('m:sepChr', '|'),
  );
};

const accented: Writer = (equation) => {
  const sign = property(equation, 'm:accPr', 'm:chr') ?? '\u0302';
  const base = partOf(equation, 'm:e');
  return accent(sign, base) ?? stacked(base, '', textToTex(sign));
};

const grouped: Writer = (equation) => {
  const sign = property(equation, 'm:groupChrPr', 'm:chr') ?? '⏟';
  const base = partOf(equation, 'm:e');
  const isAbove = property(equation, 'm:groupChrPr', 'm:pos') === 'top';
  return accent(sign, base) ?? stacked(base, isAbove ? '' : textToTex(sign), isAbove ? textToTex(sign) : '');
};

const writers: Readonly<Record<string, Writer>> = {
  'm:r': run,
  'm:t': ({ element }) => textToTex(textOf(element)),
  'm:f': (equation) =>
    fraction(
      partOf(equation, 'm:num'),
      partOf(equation, 'm:den'),
      fractionKinds[property(equation, 'm:fPr', 'm:type') ?? ''] ?? 'bar',
    ),
  'm:sSup': (equation) => scripts(partOf(equation, 'm:e'), '', partOf(equation, 'm:sup')),
  'm:sSub': (equation) => scripts(partOf(equation, 'm:e'), partOf(equation, 'm:sub'), ''),
  'm:sSubSup': (equation) =>
    scripts(partOf(equation, 'm:e'), partOf(equation, 'm:sub'), partOf(equation, 'm:sup')),
  'm:sPre': (equation) =>
    prescripts(partOf(equation, 'm:e'), partOf(equation, 'm:sub'), partOf(equation, 'm:sup')),
  'm:rad': (equation) => root(partOf(equation, 'm:e'), partOf(equation, 'm:deg')),
  'm:nary': largeOperator,
  'm:d': between,
  'm:m': (equation) =>
    matrix(childrenOf(equation.element, 'm:mr').map((element) => partsOf({ ...equation, element }, 'm:e'))),
  'm:func': (equation) => joinTex([partOf(equation, 'm:fName'), ' ', partOf(equation, 'm:e')]),
  'm:eqArr': (equation) => equations(partsOf(equation, 'm:e')),
  'm:acc': accented,
  'm:bar': (equation) =>
    `\\${property(equation, 'm:barPr', 'm:pos') === 'top' ? 'overline' : 'underline'}{${partOf(equation, 'm:e')}}`,
  'm:groupChr': grouped,
  'm:borderBox': (equation) => `\\boxed{${partOf(equation, 'm:e')}}`,
  'm:limLow': (equation) => stacked(partOf(equation, 'm:e'), partOf(equation, 'm:lim'), ''),
  'm:limUpp': (equation) => stacked(partOf(equation, 'm:e'), '', partOf(equation, 'm:lim')),
  'm:phant': (equation) =>
    isOn(property(equation, 'm:phantPr', 'm:show') ?? 'on') ? partOf(equation, 'm:e') : '',
};

function texOf(element: XmlElement | undefined, depth: number): string {
  if (element && depth > maxFormulaDepth) return textToTex(textOf(element));
  return joinTex(
    elementsOf(element).map((child) => {
      if (child.name.endsWith('Pr')) return '';
      return writers[child.name]?.({ element: child, depth }) ?? texOf(child, depth + 1);
    }),
  );
}

/** An equation of Office Math as TeX between dollar signs; that of an `m:oMathPara` stands by itself. */
export const equationRun = (element: XmlElement): TextRun => ({
  text: formulaMarkdown(
    texOf(element, 0),
    element.name === 'm:oMathPara' || childOf(element, 'm:oMathPara') !== undefined,
  ),
  isFormula: true,
});
