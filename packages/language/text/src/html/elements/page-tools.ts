import type { Attributes } from '../attributes.ts';
import type { Page } from '../page.ts';

/** Signs that lead to a heading itself, by Sphinx, Docusaurus and AnchorJS. */
const headingLink = /(?:^|\s)(?:headerlink|hash-link|anchorjs-link)(?=\s|$)/;
/** The links of MediaWiki that open an editor. */
const editLink = /(?:^|\s)mw-editsection(?=\s|$)/;

/** Whether an element is a tool of its page that stands within its text: `¶` after a heading, `[edit]`. */
export function isPageTool(name: string, attributes: Attributes): boolean {
  if (name !== 'a' && name !== 'span') return false;
  const names = attributes.get('class');
  return names !== undefined && (name === 'a' ? headingLink : editLink).test(names.slice(0, 500));
}

/** Roles and elements whose text a page sets apart by its styles alone. */
const apart = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** Keeps what stands in a row, as cells and labels do, from becoming one word with what follows it. */
export function setApart(page: Page, name: string, attributes: Attributes): (() => void) | undefined {
  if (name !== 'label' && !apart.has(attributes.get('role') ?? '')) return undefined;
  page.inline.space();
  return () => page.inline.space();
}
