import { escapeText } from '@docfleet/markdown';
import type { Attributes } from './attributes.ts';
import { codeRules } from './elements/code.ts';
import { listRules } from './elements/lists.ts';
import type { Rule } from './elements/rule.ts';
import { sectionRules } from './elements/sections.ts';
import { tableRules } from './elements/tables.ts';
import { textRules } from './elements/text.ts';
import type { HtmlListener } from './html-listener.ts';
import { createHtmlReader } from './html-reader.ts';
import { createPage, type Page } from './page.ts';

const rules = new Map<string, Rule>(
  Object.entries({ ...sectionRules, ...listRules, ...tableRules, ...textRules, ...codeRules }),
);

/** What a page says about the site rather than itself. */
const siteRoles = new Set(['navigation', 'contentinfo', 'search']);
/** Elements that never stand in the navigation of a page: where one opens in it, its end has been forgotten. */
const contentElements = new Set(['main', 'article', 'h1']);

/** Converts HTML to Markdown while it is written. */
export interface HtmlConverter {
  /** The Markdown that is ready; nothing before it is known whether the document has a main heading. */
  write(html: string): string;
  end(): string;
}

/**
 * Converts a whole document: structure and text, without scripts, forms, hidden elements and the site's navigation. The
 * title of a document without a main heading becomes one. Work is linear in the document, however it is nested.
 */
export function createHtmlConverter(): HtmlConverter {
  const page = createPage();
  const reader = createHtmlReader(createListener(page));
  let isBegun = false;
  return {
    write(html) {
      reader.write(html);
      if (!page.hasMainHeading) return '';
      isBegun = true;
      return page.blocks.take();
    },
    end() {
      reader.end();
      page.endBlock();
      const markdown = page.blocks.take();
      if (!isBegun && !markdown) return '';
      return `${page.hasMainHeading ? '' : titleOf(page)}${markdown}\n`;
    },
  };
}

function titleOf({ title }: Page): string {
  return title ? `# ${escapeText(title, { startsLine: false, isInLink: false })}\n\n` : '';
}

function createListener(page: Page): HtmlListener {
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
      if (page.verbatim === undefined) page.inline.text(text);
      else page.verbatim += text;
    },
  };
}

function openElement(page: Page, name: string, attributes: Attributes): ReturnType<Rule> {
  if (attributes.size > 0 && isLeftOut(attributes)) return 'skip';
  return rules.get(name)?.(page, attributes, name);
}

function isLeftOut(attributes: Attributes): boolean {
  return (
    (attributes.has('hidden') && attributes.get('hidden') !== 'until-found') ||
    attributes.get('aria-hidden') === 'true' ||
    siteRoles.has(attributes.get('role') ?? '') ||
    /(?:^|;)\s{0,9}display\s{0,9}:\s{0,9}none/i.test(attributes.get('style') ?? '')
  );
}
