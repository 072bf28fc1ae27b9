import type { Attributes } from './attributes.ts';
import { codeRules, isLineNumbers } from './elements/code.ts';
import { listRules } from './elements/lists.ts';
import { mathRules } from './elements/math.ts';
import { isPageTool, setApart } from './elements/page-tools.ts';
import { rubyRules } from './elements/ruby.ts';
import type { Rule } from './elements/rule.ts';
import { sectionRules } from './elements/sections.ts';
import { tableRules } from './elements/tables.ts';
import { textRules } from './elements/text.ts';
import type { HtmlListener } from './html-listener.ts';
import type { Page } from './page.ts';

const rules = new Map<string, Rule>(
  Object.entries({
    ...sectionRules,
    ...listRules,
    ...tableRules,
    ...textRules,
    ...codeRules,
    ...mathRules,
    ...rubyRules,
  }),
);

/** ARIA roles of parts that belong to the site rather than to the page; they are omitted. */
const siteRoles = new Set(['navigation', 'contentinfo', 'search']);
/** Elements that never stand in the navigation of a page: where one opens in it, its end has been forgotten. */
const contentElements = new Set(['main', 'article', 'h1']);

/** Writes what it receives into the page, without what is not for readers of the text. */
export function createPageListener(page: Page): HtmlListener {
  const closings: ((() => void) | undefined)[] = [];
  /** How many elements were open when one began whose content is left out. */
  let skippedFrom = Number.POSITIVE_INFINITY;
  let isNavigation = false;
  const isSkipping = () => skippedFrom < closings.length;

  return {
    open(name, attributes) {
      if (isSkipping() && isNavigation && contentElements.has(name)) skippedFrom = Number.POSITIVE_INFINITY;
      const result = isSkipping() ? undefined : openElement(page, name, attributes);
      if (result === 'skip') {
        skippedFrom = closings.length;
        isNavigation = name === 'nav' || name === 'footer';
      }
      closings.push(result === 'skip' ? undefined : result);
    },
    close() {
      closings.pop()?.();
      if (closings.length <= skippedFrom) skippedFrom = Number.POSITIVE_INFINITY;
    },
    text(text) {
      if (isSkipping()) return;
      const part = page.formula?.at(-1);
      if (part) part.text += text;
      else if (page.verbatim === undefined) page.inline.text(text);
      else page.verbatim += text;
    },
  };
}

function openElement(page: Page, name: string, attributes: Attributes): ReturnType<Rule> {
  if (attributes.size > 0 && siteRoles.has(attributes.get('role') ?? '')) return 'skip';
  if (attributes.size > 0 && isLineNumbers(name, attributes)) return 'skip';
  if (attributes.size > 0 && isPageTool(name, attributes)) return 'skip';
  const rule = rules.get(name);
  return rule ? rule(page, attributes, name) : setApart(page, name, attributes);
}
