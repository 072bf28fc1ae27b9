import { descendants, type HtmlElement } from '../html-tree.ts';
import { isLogo, leadsElsewhere } from './kept-links.ts';

/** Content of an element with all that is in it: text by kind (text, linked, prose) in characters, each text node trimmed; the other fields are counts. */
export interface Measure {
  readonly text: number;
  readonly linked: number;
  /** Text in paragraphs, code, tables, headings and lists that is no link: what people write for readers. */
  readonly prose: number;
  readonly links: number;
  /** Main headings and main elements, of which a page has few. */
  readonly mains: number;
  readonly buttons: number;
  /** Fields in which a visitor is asked for something, or to write. */
  readonly questions: number;
  readonly cookies: number;
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** Elements whose text is never read, as the converter has it; in navigation, content may follow where its end was forgotten. */
const silent = new Set(
  'script style noscript svg iframe head select button textarea audio video canvas object map'.split(' '),
);
/** A template is shown only where it is a declarative shadow tree. */
const isInert = ({ name, attributes }: HtmlElement) =>
  name === 'template' && !attributes.has('shadowrootmode');
const proseNames = new Set('p pre li td th dd dt blockquote h1 h2 h3 h4 h5 h6 figcaption code'.split(' '));
const longParagraph = 80;

const asks = new Set(['email', 'password', 'search', 'tel']);

const none: Measure = {
  text: 0,
  linked: 0,
  prose: 0,
  links: 0,
  mains: 0,
  buttons: 0,
  questions: 0,
  cookies: 0,
};

/** Counts what an element adds by itself, besides its text. */
function countElement(sum: Mutable<Measure>, element: HtmlElement, isLink: boolean): void {
  const { name, attributes } = element;
  if (isLink) sum.links++;
  else if (name === 'button') sum.buttons++;
  else if (name === 'main' || (name === 'h1' && !isLogo(element))) sum.mains++;
  const isField =
    name === 'textarea' || (name === 'input' && asks.has(attributes.get('type')?.toLowerCase() ?? ''));
  if (isField) sum.questions++;
}

/** Adds a text; returns its length if it is neither linked nor in an element of prose, whose length is not decisive. */
function addText(sum: Mutable<Measure>, text: string, isLinked: boolean, isProse: boolean): number {
  const { length } = text.trim();
  sum.text += length;
  if (/\bcookies?\b/i.test(text)) sum.cookies++;
  if (!isLinked && !isProse) return length;
  if (isLinked) sum.linked += length;
  else sum.prose += length;
  return 0;
}

/** Field by field: a loop over their names takes twice the time, for each element of each page. */
function addMeasure(sum: Mutable<Measure>, part: Measure): void {
  if (part === none) return;
  sum.text += part.text;
  sum.linked += part.linked;
  sum.prose += part.prose;
  sum.links += part.links;
  sum.mains += part.mains;
  sum.buttons += part.buttons;
  sum.questions += part.questions;
  sum.cookies += part.cookies;
}

/** Measures all elements at once, in time linear in the document. Those that are never read are not in the result. */
export function measureElements(root: HtmlElement): ReadonlyMap<HtmlElement, Measure> {
  const measures = new Map<HtmlElement, Measure>();
  const visit = (element: HtmlElement, isLinked: boolean, isProse: boolean): Measure => {
    const sum: Mutable<Measure> = { ...none };
    const isLink = element.name === 'a' && leadsElsewhere(element);
    countElement(sum, element, isLink);
    if (silent.has(element.name) || isInert(element)) return sum;
    const inLink = isLinked || isLink;
    const inProse = isProse || proseNames.has(element.name);
    // Lines that are broken by `<br>` are one paragraph.
    let lines = 0;
    for (const child of element.children) {
      if (typeof child === 'string') lines += addText(sum, child, inLink, inProse);
      else addMeasure(sum, visit(child, inLink, inProse));
    }
    if (lines > longParagraph) sum.prose += lines;
    measures.set(element, sum);
    return sum;
  };
  visit(root, false, false);
  return measures;
}

/** Returns the measure of an element; of one that is never read, an empty one. */
export const measureOf = (measures: ReadonlyMap<HtmlElement, Measure>, element: HtmlElement): Measure =>
  measures.get(element) ?? none;

function subtract(sum: Measure, part: Measure): Measure {
  return {
    text: sum.text - part.text,
    linked: sum.linked - part.linked,
    prose: sum.prose - part.prose,
    links: sum.links - part.links,
    mains: sum.mains - part.mains,
    buttons: sum.buttons - part.buttons,
    questions: sum.questions - part.questions,
    cookies: sum.cookies - part.cookies,
  };
}

/** Returns the measures as if elements, none of which lies in another, were not there. */
export function measuresWithout(
  measures: ReadonlyMap<HtmlElement, Measure>,
  without: ReadonlySet<HtmlElement>,
): ReadonlyMap<HtmlElement, Measure> {
  if (without.size === 0) return measures;
  const left = new Map(measures);
  for (const element of without) {
    const own = measureOf(left, element);
    for (let around = element.parent; around && own !== none; around = around.parent)
      left.set(around, subtract(measureOf(left, around), own));
    left.delete(element);
    for (const inner of descendants(element)) left.delete(inner);
  }
  return left;
}
