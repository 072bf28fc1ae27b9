import { childOf, childrenOf, elementsOf, textOf, type XmlElement } from '../xml/element.ts';

const partOf = (element: XmlElement, name: string) => equationText(childOf(element, name));

/** A part in brackets where it is more than one thing. */
function grouped(text: string): string {
  return /^(?:[\p{L}\p{N}.,]*|.|\(.*\))$/u.test(text) ? text : `(${text})`;
}

function property(element: XmlElement, properties: string, name: string): string | undefined {
  return childOf(childOf(element, properties), name)?.attributes['m:val'];
}

function largeOperator(element: XmlElement): string {
  const sign = property(element, 'm:naryPr', 'm:chr') ?? '∫';
  const [below, above] = [partOf(element, 'm:sub'), partOf(element, 'm:sup')];
  const bounds = `${below && `_${grouped(below)}`}${above && `^${grouped(above)}`}`;
  return `${sign}${bounds} ${partOf(element, 'm:e')}`;
}

function delimited(element: XmlElement): string {
  const parts = childrenOf(element, 'm:e').map(equationText);
  const separator = property(element, 'm:dPr', 'm:sepChr') ?? '|';
  const [begin, end] = ['m:begChr', 'm:endChr'].map((name) => property(element, 'm:dPr', name));
  return `${begin ?? '('}${parts.join(separator)}${end ?? ')'}`;
}

const matrix = (element: XmlElement) =>
  `[${childrenOf(element, 'm:mr')
    .map((row) => childrenOf(row, 'm:e').map(equationText).join(', '))
    .join('; ')}]`;

const writers: Readonly<Record<string, (element: XmlElement) => string>> = {
  'm:t': textOf,
  'm:f': (element) => `${grouped(partOf(element, 'm:num'))}/${grouped(partOf(element, 'm:den'))}`,
  'm:sSup': (element) => `${grouped(partOf(element, 'm:e'))}^${grouped(partOf(element, 'm:sup'))}`,
  'm:sSub': (element) => `${grouped(partOf(element, 'm:e'))}_${grouped(partOf(element, 'm:sub'))}`,
  'm:sSubSup': (element) =>
    `${grouped(partOf(element, 'm:e'))}_${grouped(partOf(element, 'm:sub'))}^${grouped(partOf(element, 'm:sup'))}`,
  'm:rad': (element) => {
    const degree = partOf(element, 'm:deg');
    return `${degree && `${degree}`}√${grouped(partOf(element, 'm:e'))}`;
  },
  'm:nary': largeOperator,
  'm:d': delimited,
  'm:m': matrix,
  'm:func': (element) => `${partOf(element, 'm:fName')} ${partOf(element, 'm:e')}`,
  'm:eqArr': (element) => childrenOf(element, 'm:e').map(equationText).join('; '),
  'm:rPr': () => '',
};

/** An equation of Office Math in one line, as one would type it: `(a+b)/2`, `x^2`, `√(x+1)`. */
export function equationText(element: XmlElement | undefined): string {
  return elementsOf(element)
    .map((child) => (writers[child.name] ?? equationText)(child))
    .join('');
}
