import { pageFromHtml } from '@docfleet/scraping';
import { createContentReader, htmlToMarkdown } from '@docfleet/text/html';
import { gfm } from '@joplin/turndown-plugin-gfm';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

export type Convert = (html: string) => Promise<string> | string;

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
});
turndown.use(gfm);
turndown.remove(['script', 'style']);

const url = new URL('https://site.example/page');
const source = { finalUrl: url, robotsTags: [] };
const request = { url, includeSelectors: [], excludeSelectors: [], headers: {}, fresh: true };

/** The whole page as Markdown. */
export const wholePage: Readonly<Record<string, Convert>> = {
  docfleet: (html) => htmlToMarkdown(html),
  turndown: (html) => turndown.turndown(html),
};

/** Both want a browser's document; what linkedom makes passes for one. */
const documentOf = (html: string) => parseHTML(html).document as never;

/** The content of the page alone, as Markdown. */
export const mainContent: Readonly<Record<string, Convert>> = {
  docfleet: async (html) => (await pageFromHtml(html, source, request)).markdown,
  'docfleet, uploaded': (html) => {
    const reader = createContentReader();
    reader.write(html);
    return reader.end().markdown;
  },
  'docfleet, whole': (html) => htmlToMarkdown(html),
  'Readability + turndown': (html) => {
    const article = new Readability(documentOf(html), { keepClasses: true }).parse();
    return article?.content ? `# ${article.title}\n\n${turndown.turndown(article.content)}` : '';
  },
  defuddle: async (html) => {
    const { content, title } = await Defuddle(documentOf(html), url.href, { markdown: true });
    return `# ${title}\n\n${content}`;
  },
};
