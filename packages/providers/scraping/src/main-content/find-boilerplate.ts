import type { HtmlElement } from '@docfleet/text/html';
import { isDeclaredApart, nameOf } from './boilerplate-names.ts';
import { isAnnounced, isDataTable } from './kept-links.ts';
import { type Measure, measureOf } from './measure.ts';

type Measures = ReadonlyMap<HtmlElement, Measure>;

/** Elements that can be left out as a whole. Inline ones are not among them: `<span class="comment">` occurs in code. */
const containers = new Set(
  'div section ul ol dl form header footer aside details table p figure menu'.split(' '),
);
const sections = new Set(['main', 'article']);

const maxLinkedShare = 0.6;
const minLinks = 3;
/** Comments may be longer than what is commented; of that so much has to be left. */
const minProseBesideComments = 400;
const maxNoticeLength = 700;

interface Judged {
  readonly element: HtmlElement;
  readonly measure: Measure;
  /** Measure of the whole page. */
  readonly total: Measure;
  readonly isInSection: boolean;
  /** Tests whether a heading before it announces it, or what it begins. */
  readonly isAnnounced: () => boolean;
}

const holdsContent = ({ measure }: Judged) => measure.contents > 0;
const isMost = ({ measure, total }: Judged) => measure.prose > total.prose / 2;

function isNamedApart(judged: Judged): boolean {
  const { element, measure, total } = judged;
  const name = nameOf(element);
  if (name === 'note') return false;
  if (name === 'comments')
    return total.prose - measure.prose >= minProseBesideComments && !holdsContent(judged);
  if (element.name === 'aside') return !isMost(judged);
  return name === 'surroundings' && !isMost(judged) && !holdsContent(judged);
}

/** A list or a box that is mostly links leads elsewhere, unless it is data or what a heading of the content announces. */
function isLinkBox({ element, measure: { links, linked, text }, isInSection, ...judged }: Judged): boolean {
  if (links < minLinks || linked <= text * maxLinkedShare) return false;
  return !isDataTable(element) && !(isInSection && judged.isAnnounced());
}

/** The head and the foot of the page, which those of an article are not. */
function isEdge(judged: Judged): boolean {
  const { element, isInSection } = judged;
  if (isInSection || isMost(judged)) return false;
  return element.name === 'footer' || (element.name === 'header' && !holdsContent(judged));
}

/** A form that asks for something, unless the whole page stands in it. */
function isQuestion(judged: Judged): boolean {
  return judged.element.name === 'form' && judged.measure.questions > 0 && !isMost(judged);
}

/** The request to accept cookies, whatever it is called. */
function isNotice(judged: Judged): boolean {
  const { measure, isInSection } = judged;
  if (isInSection || measure.text > maxNoticeLength || isMost(judged)) return false;
  return measure.buttons > 0 && measure.cookies > 0;
}

const isApart = (judged: Judged) =>
  isNamedApart(judged) || isLinkBox(judged) || isEdge(judged) || isQuestion(judged) || isNotice(judged);

/** Elements that are not what the page is about; `isCareful`: only those of which the page itself says so. */
export function findBoilerplate(
  root: HtmlElement,
  measures: Measures,
  isCareful: boolean,
): ReadonlySet<HtmlElement> {
  const found = new Set<HtmlElement>();
  const total = measureOf(measures, root);
  const visit = (parent: HtmlElement, isInSection: boolean, isParentAnnounced: () => boolean) => {
    for (const [position, element] of parent.children.entries()) {
      if (typeof element === 'string' || element.name === 'pre') continue;
      const isHere = () => isAnnounced(parent, position) ?? isParentAnnounced();
      const judge = (): Judged => {
        const measure = measureOf(measures, element);
        return { element, measure, total, isInSection, isAnnounced: isHere };
      };
      const isJudged = !isCareful && containers.has(element.name);
      if (isDeclaredApart(element) || (isJudged && isApart(judge()))) found.add(element);
      else visit(element, isInSection || sections.has(element.name), isHere);
    }
  };
  visit(root, false, () => false);
  return found;
}
