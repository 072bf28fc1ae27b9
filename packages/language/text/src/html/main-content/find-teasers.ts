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

const isHeading = /^h[1-6]$/;
const isLink = (element: HtmlElement) => element.name === 'a' && leadsElsewhere(element);
/** Returns the address of the link within a box in which an element stands. */
const addressAround = (element: HtmlElement, box: HtmlElement): string | undefined => {
  for (let around = element.parent; around && around !== box.parent; around = around.parent)
    if (isLink(around)) return around.attributes.get('href');
  return undefined;
};

type Measures = ReadonlyMap<HtmlElement, Measure>;

/** Tests whether an element shows another page: by a linked heading, or by a linked picture and title, and few words. */
function isTeaser(element: HtmlElement, measures: Measures): boolean {
  const { text, linked, links } = measureOf(measures, element);
  if (links === 0 || linked < minTitleLength || text > maxTeaserLength) return false;
  const all = [...descendants(element).take(maxElements + 1)];
  for (const inner of all.slice(0, maxElements)) {
    const address = inner.name === 'img' ? addressAround(inner, element) : undefined;
    if (address !== undefined && titleOf(all, address, measures) >= minTitleLength) return true;
    if (!isHeading.test(inner.name)) continue;
    const title = measureOf(measures, inner);
    return title.linked >= minTitleLength && title.linked >= title.text * 0.9;
  }
  return false;
}

/** Characters of the links to an address: beside the picture of the author of a post, only that name leads to the same page. */
const titleOf = (all: readonly HtmlElement[], address: string | undefined, measures: Measures): number =>
  all
    .filter((inner) => isLink(inner) && inner.attributes.get('href') === address)
    .reduce((sum, link) => sum + measureOf(measures, link).text, 0);

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
