import type { Attributes } from '../attributes.ts';
import { elementsToMarkdown } from '../elements-to-markdown.ts';
import { createHtmlTreeBuilder, descendants, type HtmlElement, textOf } from '../html-tree.ts';
import { settlePage } from '../settle-page.ts';
import { type HiddenPart, hideUnseen } from '../visibility/hide-unseen.ts';
import { type PageSurvey, surveyPage } from '../visibility/page-survey.ts';
import { isDeclaredApart, nameOf } from './find-boilerplate.ts';
import { findMainContent, type MainContent } from './find-main-content.ts';
import { isLogo } from './kept-links.ts';

/** Request to read a page. */
export interface ContentRequest {
  /** Survey of the whole page, where it was made while the page was read. */
  readonly survey?: PageSurvey;
  /** Finds the elements to be read among those that are seen; by default the main content. */
  readonly find?: (root: HtmlElement) => MainContent;
  /** Returns the main heading of the visible page, for content without one. */
  title(): string;
  /** Returns the address of a link as it is to be written; undefined for one that leads nowhere. */
  resolve(address: string): string | undefined;
}

export interface ReadContent {
  readonly markdown: string;
  /** Whether no element was to be read. */
  readonly isUnmatched: boolean;
  /** Texts within the content that are not seen; they are left out. */
  readonly hiddenTexts: number;
}

/** Reads a page, whose hidden elements are taken out of `root`. */
export function readContent(root: HtmlElement, request: ContentRequest): ReadContent {
  const hiddenIn = hideUnseen(root, request.survey);
  const content = (request.find ?? findMainContent)(root);
  const { elements, leavesOut } = content;
  return {
    markdown: elementsToMarkdown(elements, {
      title: request.title(),
      leavesOut,
      resolve: (address) => request.resolve(address),
    }),
    isUnmatched: elements.length === 0,
    hiddenTexts: hiddenIn.size === 0 ? 0 : countHidden(content, hiddenIn),
  };
}

/** Reads the main content of a document that is written to it; addresses stay as they are written. */
export function createContentReader() {
  const { listener, finish } = surveyPage();
  const { write, countElements, end } = createHtmlTreeBuilder(listener);
  return {
    write,
    countElements,
    end() {
      const root = end();
      settlePage(root);
      return readMain(root, finish());
    },
  };
}

function readMain(root: HtmlElement, survey: PageSurvey): ReadContent {
  return readContent(root, { survey, title: () => findTitle(root) ?? '', resolve: (address) => address });
}

/** Elements that are around a content rather than a part of it. */
const around = new Set(['header', 'footer', 'aside', 'form', 'script', 'style', 'template', 'noscript']);

const isContent = ({ node }: HiddenPart) =>
  typeof node === 'string' ||
  !(around.has(node.name) || isDeclaredApart(node) || nameOf(node) === 'surroundings');

/** Counts the texts of the content that are hidden: closed menus, notices and the like are no loss. */
function countHidden(
  { elements, leavesOut }: MainContent,
  hiddenIn: ReadonlyMap<HtmlElement, readonly HiddenPart[]>,
): number {
  const waiting = [...elements];
  let count = 0;
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (leavesOut(element)) continue;
    for (const part of hiddenIn.get(element) ?? []) if (isContent(part)) count += part.texts;
    for (const child of element.children) if (typeof child !== 'string') waiting.push(child);
  }
  return count;
}

const maxTitleLength = 1_000;
const spaced = (text: string | undefined) =>
  text?.replace(/\s+/g, ' ').trim().slice(0, maxTitleLength) || undefined;

const isShareTitle = (attributes: Attributes) =>
  (attributes.get('name') ?? attributes.get('property'))?.toLowerCase() === 'og:title';

/** Returns the only main heading of a page; else its title for sharing; else the window's title, which often ends in the site's name. */
export function findTitle(root: HtmlElement): string | undefined {
  const headings: string[] = [];
  let [title, shareTitle]: (string | undefined)[] = [];
  for (const element of descendants(root)) {
    const { name, attributes } = element;
    // The <title> of a drawing is not that of the page.
    if (name === 'title' && element.parent?.name !== 'svg') title ??= spaced(textOf(element));
    else if (name === 'meta' && isShareTitle(attributes)) shareTitle ??= spaced(attributes.get('content'));
    else if (name === 'h1' && headings.length < 2 && !isLogo(element)) {
      // Headings may lie in headings; it matters whether there is more than one.
      const heading = spaced(textOf(element).replace(/\s*¶\s*$/, ''));
      if (heading !== undefined) headings.push(heading);
    }
  }
  const [only] = headings.length === 1 ? headings : [];
  return only ?? shareTitle ?? title;
}
