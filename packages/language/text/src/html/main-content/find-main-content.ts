import { descendants, type HtmlElement, textOf } from '../html-tree.ts';
import { findBoilerplate, minProseBesideComments, wordsWithProse } from './find-boilerplate.ts';
import { isAnnounced, isDataTable } from './kept-links.ts';
import { type Measure, measureElements, measureOf, measuresWithout } from './measure.ts';

/** Elements of a page that hold its main content. */
export interface MainContent {
  readonly elements: readonly HtmlElement[];
  /** Returns whether an element within them is left out. */
  leavesOut(element: HtmlElement): boolean;
}

/** A page with less prose than this, and less than this share of its text, is a list of links, and they are its content. */
const minProse = 200;
const minShare = 0.25;
/** Share of the prose that names may leave: where less is left, names such as "ads" are those of all sections. */
const minKept = 0.33;
/** Share of the prose from which a word is not that of surroundings: that of a tool which builds pages of "widgets". */
const maxNamed = 0.2;
/** Names that parts of the content have as well: a builder's "widgets", a "banner" with the lead. */
const namesOfParts: ReadonlySet<string> = new Set([
  'widget',
  'widgets',
  'banner',
  'cta',
  'promoted',
  'overlay',
]);
/** Share of the page's prose from which an element that is named as the content is taken for it. */
const shareOfMain = 0.5;
/** Share of the prose within one element from which its neighbors have to qualify as content. */
const shareOfCore = 0.7;
const maxLinkedShare = 0.33;
/** Prose that an index of other pages may have beside them, and its share of the text. */
const maxProseOfIndex = 400;
const shareOfIndex = 0.3;

const isMainElement = ({ name, attributes }: HtmlElement) =>
  name === 'main' || attributes.get('role') === 'main';
/** Elements in which content stands side by side with other things. */
const boxes = new Set(['', ...'html body div section form center main article table tbody tr td'.split(' ')]);

type Kept = ReadonlyMap<HtmlElement, Measure>;

/** Returns the outermost element that is named as the content, if it is the only one and holds most of the prose. */
function findNamed(scope: HtmlElement, kept: Kept, isNamed: (element: HtmlElement) => boolean): HtmlElement {
  const most = measureOf(kept, scope).prose * shareOfMain;
  const [only, ...others] = descendants(scope).filter((element) => isNamed(element) && kept.has(element));
  const inner = others.filter((element) => !isWithin(element, only));
  return only && inner.length === 0 && measureOf(kept, only).prose >= most ? only : scope;
}

function isWithin(element: HtmlElement, outer: HtmlElement | undefined): boolean {
  for (let around = element.parent; around; around = around.parent) if (around === outer) return true;
  return false;
}

/** Tests whether an element beside the prose is a part of the content, however short it is: anything but mostly links. */
function belongs(element: HtmlElement, kept: Kept, open: Kept): boolean {
  const { linked, links, text, mains } = measureOf(kept, element);
  if (text === 0) return links === 0;
  // An element that the page declares as its main content is kept, however short.
  if (mains > 0 || isDataTable(element)) return true;
  // In all that stands in a box, boilerplate among it: a column of teasers has more links.
  const whole = measureOf(open, element);
  return linked <= text * maxLinkedShare && whole.linked <= whole.text * maxLinkedShare;
}

function isInContent(element: HtmlElement): boolean {
  for (let around = element.parent; around; around = around.parent)
    if (isMainElement(around) || around.name === 'article') return true;
  return false;
}

/** Descends along the prose, and collects the elements beside it that are not part of the content. */
function findNeighbors(scope: HtmlElement, kept: Kept, open: Kept): Set<HtmlElement> {
  const neighbors = new Set<HtmlElement>();
  let core = scope;
  while (boxes.has(core.name)) {
    const children = core.children.filter((child) => typeof child !== 'string');
    const least = measureOf(kept, core).prose * shareOfCore;
    const inner = children.find((child) => boxes.has(child.name) && measureOf(kept, child).prose >= least);
    if (!inner || least === 0) break;
    for (const [position, child] of core.children.entries()) {
      if (typeof child === 'string' || child === inner || belongs(child, kept, open)) continue;
      if (!(isInContent(child) && isAnnounced(core, position))) neighbors.add(child);
    }
    core = inner;
  }
  return neighbors;
}

const discussion = /"DiscussionForumPosting"/;
const maxFacts = 200_000;

/** Tests whether a page says of itself that it is a discussion of a forum. */
function isDiscussion(root: HtmlElement): boolean {
  return descendants(root).some(({ name, attributes, children }) => {
    if (/\/DiscussionForumPosting$/.test(attributes.get('itemtype') ?? '')) return true;
    if (name !== 'script' || attributes.get('type') !== 'application/ld+json') return false;
    return children.some((child) => discussion.test(textOf(child).slice(0, maxFacts)));
  });
}

/** Finds boilerplate; comments are content where the page is about them, or has little else. */
function findApart(root: HtmlElement, open: Kept): ReadonlySet<HtmlElement> {
  const isForum = isDiscussion(root);
  const apart = findOthers(root, open, isForum);
  const proseOf = (found: ReadonlySet<HtmlElement>) => measureOf(measuresWithout(open, found), root).prose;
  if (isForum || proseOf(apart) >= minProseBesideComments) return apart;
  const withComments = findOthers(root, open, true);
  return proseOf(withComments) > proseOf(apart) * 2 ? withComments : apart;
}

/** Finds boilerplate, by names only as far as these are what they say. */
function findOthers(root: HtmlElement, open: Kept, isForum: boolean): ReadonlySet<HtmlElement> {
  const proseWithout = (apart: ReadonlySet<HtmlElement>) =>
    measureOf(measuresWithout(open, apart), root).prose;
  const { prose } = measureOf(open, root);
  // Names say little on a page with little prose: what is called a footer may be the end of an invoice.
  if (prose < minProse) return findBoilerplate(root, open, 'content', isForum);
  const named = findBoilerplate(root, open, { namesWithout: new Set() }, isForum);
  const withProse = wordsWithProse(named.values().filter(isInContent), open, prose * maxNamed);
  const parts = new Set([...withProse].filter((word) => namesOfParts.has(word)));
  const apart = parts.size > 0 ? findBoilerplate(root, open, { namesWithout: parts }, isForum) : named;
  if (proseWithout(apart) >= prose * minKept) return apart;
  // Comments, for example, which may be longer than the article, are recognized without such names.
  const byContent = findBoilerplate(root, open, 'content', isForum);
  const most = proseWithout(byContent);
  if (proseWithout(apart) >= most * minKept) return apart;
  const namesWithout = wordsWithProse(apart, open, most * maxNamed);
  const byFewer = findBoilerplate(root, open, { namesWithout }, isForum);
  return proseWithout(byFewer) >= most * minKept ? byFewer : byContent;
}

/**
 * Finds the main content of a page, by the names of its elements, and by their shares of prose and links. Leaves out elements that
 * other pages have too: menus, banners, related links, comments. A page of links alone keeps them.
 */
export function findMainContent(root: HtmlElement): MainContent {
  const all = measureElements(root);
  const declared = findBoilerplate(root, all, 'declared');
  const open = measuresWithout(all, declared);
  const apart = findApart(root, open);
  const kept = measuresWithout(open, apart);
  const { prose, text } = measureOf(kept, root);
  if (prose < minProse && text < measureOf(open, root).text * minShare)
    return { elements: [root], leavesOut: (element) => declared.has(element) };
  const main = findNamed(root, kept, isMainElement);
  const article = findNamed(main, kept, ({ name }) => name === 'article');
  // A page with little prose has no core that what is beside it could be held against.
  const neighbors = prose < minProse ? new Set<HtmlElement>() : findNeighbors(article, kept, open);
  const left = measureOf(measuresWithout(kept, neighbors), article);
  // Lists of other pages are the content of a page that has little else.
  if (left.prose < maxProseOfIndex && left.text < measureOf(open, main).text * shareOfIndex) {
    const edges = findBoilerplate(root, open, 'edges');
    return { elements: [main], leavesOut: (element) => declared.has(element) || edges.has(element) };
  }
  return { elements: [article], leavesOut: (element) => apart.has(element) || neighbors.has(element) };
}
