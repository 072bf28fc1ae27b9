import type { HtmlElement, HtmlNode } from '../html-tree.ts';
import { findTeasers } from './find-teasers.ts';
import { isAnnounced, isDataTable, isHeadedByOthers } from './kept-links.ts';
import { type Measure, measureOf } from './measure.ts';

/** Words in classes and ids by which sites call what surrounds their content. */
const surroundings = new Set(
  (
    'ad ads advert advertisement adsense sponsored sponsor promo promoted promotion upsell cookie cookies consent gdpr ccpa ' +
    'newsletter subscribe subscription signup signin login paywall related recommended recommendations suggested also more-stories ' +
    'share sharing social follow breadcrumb breadcrumbs pagination pager paginator sidebar toc menu navbar nav navigation footer ' +
    'masthead topbar toolbar skip popup modal overlay toast announcement widget widgets cta feedback helpful copyright legal ' +
    'tags taglist trending popular bio quickreply disclaimer banner teasers outbrain taboola recirc sharedaddy addtoany addthis ' +
    'sidebars sharebar sharebox sharebuttons socialbar socialmedia sociallinks socialshare relatedposts relatednews relatedarticles ' +
    'relatedcontent relatedlinks recentposts popularposts latestposts latestnews mostread mostpopular authorbox authorbio authorinfo ' +
    'newsletterbox cookiebanner cookienotice donate donation ticker newsticker relacionadas relacionados verwandte similares kommentarfunktion'
  ).split(' '),
);
const comments = new Set(
  'comment comments commentlist disqus respond responses kommentare comentarios commentaires'.split(' '),
);
/** Notes in the margin that belong to the text. */
const notes = new Set(
  'note notes tip warning caution important info admonition callout hint danger footnote footnotes pullquote'.split(
    ' ',
  ),
);

export type BoilerplateName = 'surroundings' | 'comments' | 'note';

/**
 * Returns the kind of boilerplate that an element's classes and ids name: `siteFooter`, `site-footer` and `site__footer` are the same
 * words.
 */
export function nameOf(element: HtmlElement, without?: ReadonlySet<string>): BoilerplateName | undefined {
  const words = wordsOf(element);
  if (words.some((word) => notes.has(word))) return 'note';
  if (words.some((word) => comments.has(word))) return 'comments';
  const isNamed = words.some((word) => surroundings.has(word) && !without?.has(word));
  return isNamed ? 'surroundings' : undefined;
}

const noWords: readonly string[] = [];

function wordsOf({ attributes }: HtmlElement): readonly string[] {
  const named = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.slice(0, 500);
  if (named.length === 1) return noWords;
  return named
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

/** Returns the words by which elements are named as surroundings that hold more than a number of characters of prose, in all. */
export function wordsWithProse(
  elements: Iterable<HtmlElement>,
  measures: Measures,
  maxProse: number,
): ReadonlySet<string> {
  const sums = new Map<string, number>();
  for (const element of elements)
    for (const word of new Set(wordsOf(element)))
      if (surroundings.has(word)) sums.set(word, (sums.get(word) ?? 0) + measureOf(measures, element).prose);
  return new Set([...sums].filter(([, prose]) => prose > maxProse).map(([word]) => word));
}

const roles = new Set(
  'navigation contentinfo search banner complementary dialog alertdialog menu menubar toolbar tablist'.split(
    ' ',
  ),
);

/** Products that ask for consent, by what their boxes are called: these may be longer than the page that they cover. */
const consentBox =
  /(?:^|\s)(?:CybotCookiebot|CookiebotDialog|onetrust-|ot-sdk-|usercentrics-|uc-banner|didomi-|qc-cmp2?-|sp_message_container|truste[-_]|trustarc-|cookie-law-info|cookie-notice|cookie-?(?:banner|consent|popup|bar|modal|dialog)(?![\w-]*polic)|cookieconsent|cookieyes|cky-|iubenda-cs|klaro|osano-cm|termly-|axeptio|tarteaucitron|cmplz-cookiebanner|BorlabsCookie|cc-window|cc-banner|fc-consent-root|ez-cookie|moove_gdpr|gdpr-(?:banner|consent|cookie)|ccm-|cmpbox|_evidon|evidon-)/i;
const boxNames = new Set(['div', 'section', 'aside', 'form']);

const isConsentBox = ({ name, attributes }: HtmlElement) =>
  boxNames.has(name) &&
  (consentBox.test(attributes.get('id')?.slice(0, 200) ?? '') ||
    consentBox.test(attributes.get('class')?.slice(0, 500) ?? ''));

/** Tests whether the page itself marks an element as not part of its content. */
export function isDeclaredApart(element: HtmlElement): boolean {
  const { name, attributes } = element;
  if (name === 'nav' || name === 'dialog') return true;
  if (attributes.size === 0) return false;
  if (isConsentBox(element)) return true;
  return roles.has(attributes.get('role')?.toLowerCase() ?? '') || attributes.get('aria-modal') === 'true';
}

type Measures = ReadonlyMap<HtmlElement, Measure>;

/** Elements that can be left out as a whole. Inline ones are not among them: `<span class="comment">` occurs in code. */
const containers = new Set(
  'div section ul ol dl form header footer aside details table p figure menu'.split(' '),
);
const sections = new Set(['main', 'article']);

const maxLinkedShare = 0.6;
const minLinks = 3;
/** Characters of prose that must remain beside comments, which may be longer than the article. */
export const minProseBesideComments = 400;
/** Characters of a box that asks a visitor for something; a longer form is what the page is about. */
const maxRequestLength = 700;

interface Judged {
  readonly element: HtmlElement;
  readonly measure: Measure;
  /** Measure of the whole page. */
  readonly total: Measure;
  readonly isInSection: boolean;
  /** Whether the page is a discussion, so that what is called comments is its content. */
  readonly isDiscussion: boolean;
  /** Tests whether a heading before it, or before its first ancestor that it begins, introduces it. */
  readonly isAnnounced: () => boolean;
  readonly hasText: (node: HtmlNode) => boolean;
}

const holdsContent = ({ measure }: Judged) => measure.mains > 0;
const isMost = ({ measure, total }: Judged) => measure.prose > total.prose / 2;

function isNamedApart(judged: Judged, without: ReadonlySet<string> | undefined): boolean {
  const { element, measure, total, isDiscussion } = judged;
  const name = nameOf(element, without);
  if (name === 'note') return false;
  if (name === 'comments')
    return !isDiscussion && total.prose - measure.prose >= minProseBesideComments && !holdsContent(judged);
  if (element.name === 'aside') return !isMost(judged);
  return without !== undefined && name === 'surroundings' && !isMost(judged) && !holdsContent(judged);
}

/** A list or a box that is mostly links leads elsewhere, unless it is data or what a heading announces. */
function isLinkBox(judged: Judged): boolean {
  const { element, measure } = judged;
  const { links, linked, text } = measure;
  if (links < minLinks || linked <= text * maxLinkedShare) return false;
  if (isMost(judged) || holdsContent(judged)) return false;
  return !isDataTable(element) && !judged.isAnnounced();
}

/** Characters for each link of a box that shows other pages: a title and a sentence. */
const charactersOfTeaser = 250;

/** A box below a heading such as "Related articles", which leads to others. */
function showsOthers(judged: Judged): boolean {
  const { element, measure, hasText } = judged;
  const { links, text, mains } = measure;
  if (links < minLinks || links * charactersOfTeaser < text || mains > 0 || isMost(judged)) return false;
  return isHeadedByOthers(element, hasText);
}

/** The head and the foot of the page, which those of an article are not. */
function isEdge(judged: Judged): boolean {
  const { element, isInSection } = judged;
  if (isInSection || isMost(judged)) return false;
  return element.name === 'footer' || (element.name === 'header' && !holdsContent(judged));
}

/** A short form that asks for something, unless the whole page stands in it. */
function isQuestion(judged: Judged): boolean {
  const { element, measure } = judged;
  if (element.name !== 'form' || measure.text > maxRequestLength) return false;
  return measure.questions > 0 && !isMost(judged);
}

/** Tests whether an element is a cookie notice, by its text rather than its name. */
function isNotice(judged: Judged): boolean {
  const { measure, isInSection } = judged;
  if (isInSection || measure.text > maxRequestLength || isMost(judged)) return false;
  return measure.buttons > 0 && measure.cookies > 0;
}

const surroundsContent = (judged: Judged) => isEdge(judged) || isQuestion(judged) || isNotice(judged);

const isApart = (judged: Judged, namesWithout: ReadonlySet<string> | undefined) =>
  isNamedApart(judged, namesWithout) || isLinkBox(judged) || showsOthers(judged) || surroundsContent(judged);

/** Rows of controls, by which some pages call the boxes that these open as well. */
const controls = new Set(['tablist', 'toolbar']);

/** Declared by the page, unless all of it stands there because an end was forgotten. */
const isDeclared = (element: HtmlElement, judge: () => Judged) => {
  if (!isDeclaredApart(element)) return false;
  const judged = judge();
  const role = element.attributes.get('role')?.toLowerCase() ?? '';
  if (controls.has(role) && judged.measure.prose > maxRequestLength) return false;
  return judged.measure.mains === 0 || (element.name !== 'nav' && !isMost(judged));
};

/**
 * Recognition of boilerplate: by declarations of the page alone; by its head, its foot and what asks for something too; by the content of elements; or by their names as well; of
 * these, without some words.
 */
export type Recognition = 'declared' | 'edges' | 'content' | { readonly namesWithout: ReadonlySet<string> };

/** Returns the outermost elements that are not what the page is about. */
export function findBoilerplate(
  root: HtmlElement,
  measures: Measures,
  recognition: Recognition,
  isDiscussion = false,
): ReadonlySet<HtmlElement> {
  const found = new Set<HtmlElement>();
  const total = measureOf(measures, root);
  const namesWithout = typeof recognition === 'object' ? recognition.namesWithout : undefined;
  const hasText = (node: HtmlNode) =>
    typeof node === 'string' ? node.trim() !== '' : measureOf(measures, node).text > 0;
  const visit = (parent: HtmlElement, isInSection: boolean, isParentAnnounced: () => boolean) => {
    const teasers = namesWithout && findTeasers(parent, measures, total, isParentAnnounced);
    for (const [position, element] of parent.children.entries()) {
      if (typeof element === 'string' || element.name === 'pre') continue;
      const isHere = () => isAnnounced(parent, position) ?? isParentAnnounced();
      const judge = (): Judged => {
        const measure = measureOf(measures, element);
        return { element, measure, total, isInSection, isDiscussion, isAnnounced: isHere, hasText };
      };
      const isJudged = recognition !== 'declared' && containers.has(element.name);
      const isFound = () =>
        recognition === 'edges' ? surroundsContent(judge()) : isApart(judge(), namesWithout);
      if (teasers?.has(element) || isDeclared(element, judge) || (isJudged && isFound())) found.add(element);
      else visit(element, isInSection || sections.has(element.name), isHere);
    }
  };
  visit(root, false, () => false);
  return found;
}
