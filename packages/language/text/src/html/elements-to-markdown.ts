import type { Attributes } from './attributes.ts';
import { lazyNames } from './elements/text.ts';
import type { HtmlListener } from './html-listener.ts';
import type { HtmlElement } from './html-tree.ts';
import { createPage, finishPage, isMostlyAddresses } from './page.ts';
import { createPageListener } from './page-listener.ts';

export interface ElementConversion {
  /** Becomes the main heading where the elements have none. */
  readonly title: string;
  /** Whether an element and all in it are left out. */
  leavesOut(element: HtmlElement): boolean;
  /** Returns the absolute address of a link in the document; undefined for one that leads nowhere. */
  resolve(address: string): string | undefined;
}

/** Elements that say where they stand in a page; one that was chosen is content wherever it stood. */
const places = new Set(['nav', 'header', 'footer', 'aside']);
const addressNames = ['href', 'src', ...lazyNames];

/** Converts elements of one document, in their order, like `createHtmlConverter`; addresses are resolved. */
export function elementsToMarkdown(elements: readonly HtmlElement[], conversion: ElementConversion): string {
  const markdown = convert(elements, conversion, true);
  return isMostlyAddresses(lengthOfTargets(markdown), markdown.length)
    ? convert(elements, conversion, false)
    : markdown;
}

function convert(elements: readonly HtmlElement[], conversion: ElementConversion, keepsAddresses: boolean) {
  const page = createPage(keepsAddresses);
  page.title = conversion.title;
  const listener = createPageListener(page);
  for (const element of elements) {
    emit(element, listener, conversion, places.has(element.name) ? 'section' : element.name);
    page.endBlock();
  }
  return finishPage(page, false);
}

/** Characters of the addresses that links in Markdown of the converter lead to. */
function lengthOfTargets(markdown: string): number {
  let length = 0;
  for (const [target] of markdown.matchAll(/\]\([^()\s]+\)/g)) length += target.length - 3;
  return length;
}

function emit(element: HtmlElement, listener: HtmlListener, conversion: ElementConversion, name: string) {
  if (name) listener.open(name, resolved(element.attributes, conversion));
  for (const child of element.children) {
    if (typeof child === 'string') listener.text(child);
    else if (!conversion.leavesOut(child)) emit(child, listener, conversion, child.name);
  }
  if (name) listener.close(name);
}

function resolved(attributes: Attributes, { resolve }: ElementConversion): Attributes {
  const present = addressNames.filter((name) => attributes.has(name));
  if (present.length === 0) return attributes;
  const changed = new Map(attributes);
  for (const name of present) {
    const address = resolve(attributes.get(name) ?? '');
    if (address === undefined) changed.delete(name);
    else changed.set(name, address);
  }
  return changed;
}
