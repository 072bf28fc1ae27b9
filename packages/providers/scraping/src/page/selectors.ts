import { AppError } from '@docfleet/errors';
import { type HtmlElement, type HtmlNode, textOf } from '@docfleet/text/html';
import { _compileUnsafe as compile } from 'css-select';

const maxSelectorLength = 1_000;
const maxSelectors = 50;
/** Looks at elements for all selectors of a page; pages have some thousand elements. */
const maxSteps = 20_000_000;

const invalid = (selector: string, reason: string) =>
  new AppError('INVALID_SCRAPE_OPTIONS', `"${selector.slice(0, 100)}" is no CSS selector that can be used`, {
    details: { reason },
  });

const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string';

/** Creates css-select's adapter for our elements; it throws PAGE_TOO_LARGE when a selector takes too many steps. */
function countingAdapter() {
  let steps = 0;
  return {
    isTag(node: HtmlNode): node is HtmlElement {
      if (++steps > maxSteps)
        throw new AppError('PAGE_TOO_LARGE', 'The page is too large for these selectors; simplify them');
      return isElement(node);
    },
    getAttributeValue: (element: HtmlElement, name: string) => element.attributes.get(name),
    hasAttrib: (element: HtmlElement, name: string) => element.attributes.has(name),
    getChildren: (node: HtmlNode) => (isElement(node) ? node.children : []),
    getName: (element: HtmlElement) => element.name,
    getParent: (element: HtmlElement) => (element.parent?.name ? element.parent : null),
    getSiblings: (node: HtmlNode) => (isElement(node) && node.parent ? node.parent.children : [node]),
    getText: textOf,
    removeSubsets: (nodes: HtmlNode[]) => nodes,
  };
}

export type Selection = (element: HtmlElement) => boolean;

/** Compiles selectors into a test of elements; throws INVALID_SCRAPE_OPTIONS for an invalid one. */
export function compileSelectors(selectors: readonly string[]): Selection {
  if (selectors.length > maxSelectors) throw invalid('', `At most ${maxSelectors} selectors are taken`);
  const adapter = countingAdapter();
  const queries = selectors.map((selector) => {
    if (selector.length > maxSelectorLength) throw invalid(selector, 'It is longer than 1,000 characters');
    try {
      return compile<HtmlNode, HtmlElement>(selector, { adapter });
    } catch (cause) {
      throw invalid(selector, cause instanceof Error ? cause.message : String(cause));
    }
  });
  return (element) => queries.some((matches) => matches(element));
}

/** Returns the outermost matching elements in document order, without those within an excluded one. */
export function selectOutermost(root: HtmlElement, matches: Selection, excluded: Selection): HtmlElement[] {
  const found: HtmlElement[] = [];
  const visit = (element: HtmlElement) => {
    for (const child of element.children) {
      if (!isElement(child) || excluded(child)) continue;
      if (matches(child)) found.push(child);
      else visit(child);
    }
  };
  visit(root);
  return found;
}

/** Returns the reason why a text is no usable CSS selector; undefined when it is one. */
export function selectorFault(selector: string): string | undefined {
  try {
    compileSelectors([selector]);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.reason ?? error.message;
  }
}
