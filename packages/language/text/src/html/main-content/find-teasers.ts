import { descendants, type HtmlElement } from '../html-tree.ts';
import { isAnnounced, leadsElsewhere } from './kept-links.ts';
import { type Measure, measureOf } from './measure.ts';

/** Characters of a teaser at most, and of its linked title at least: a name above a post of a forum is shorter. */
const maxTeaserLength = 500;
const minTitleLength = 20;
const minTeasers = 3;
/** Elements that are looked at for each: what hostile pages nest is read once for every element around it. */
const maxElements = 100;
/** Characters of prose that the page has beside its teasers: where it has fewer, they are what it is about. */
const minProseBeside = 1_500;

const heading = /^h[1-6]$/;
const isIn = (element: HtmlElement, box: HtmlElement, isOuter: (around: HtmlElement) => boolean): boolean => {
  for (let around = element.parent; around && around !== box.parent; around = around.parent)
    if (isOuter(around)) return true;
  return false;
};
const isLink = (element: HtmlElement) => element.name === 'a' && leadsElsewhere(element);

type Measures = ReadonlyMap<HtmlElement, Measure>;

/** Tests whether an element shows another page: by a linked heading, or by a linked title and a linked picture, and few words. */
function isTeaser(element: HtmlElement, measures: Measures): boolean {
  const { text, linked, links } = measureOf(measures, element);
  if (links === 0 || linked < minTitleLength || text > maxTeaserLength) return false;
  let count = 0;
  for (const inner of descendants(element)) {
    if (++count > maxElements) return false;
    if (inner.name === 'img' && isIn(inner, element, isLink)) return true;
    if (!heading.test(inner.name)) continue;
    const title = measureOf(measures, inner);
    return title.linked >= minTitleLength && title.linked >= title.text * 0.9;
  }
  return false;
}

/** Returns the teasers of other pages among the children of an element, if they are several beside a longer text. */
export function findTeasers(
  parent: HtmlElement,
  measures: Measures,
  total: Measure,
  isParentAnnounced: () => boolean,
): ReadonlySet<HtmlElement> {
  const none = new Set<HtmlElement>();
  if (parent.children.length < minTeasers || total.prose < minProseBeside) return none;
  const teasers = parent.children.filter(
    (child): child is HtmlElement => typeof child !== 'string' && isTeaser(child, measures),
  );
  const [first] = teasers;
  if (!first || teasers.length < minTeasers) return none;
  const sumOf = (field: 'text' | 'prose') =>
    teasers.reduce((sum, teaser) => sum + measureOf(measures, teaser)[field], 0);
  const beside = total.prose - sumOf('prose');
  if (beside < minProseBeside || beside < sumOf('text')) return none;
  const isHere = isAnnounced(parent, parent.children.indexOf(first)) ?? isParentAnnounced();
  return isHere ? none : new Set(teasers);
}
