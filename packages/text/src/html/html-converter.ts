import { createHtmlReader } from './html-reader.ts';
import { createPage, finishPage } from './page.ts';
import { createPageListener } from './page-listener.ts';

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
  const reader = createHtmlReader(createPageListener(page));
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
      return finishPage(page, isBegun);
    },
  };
}
