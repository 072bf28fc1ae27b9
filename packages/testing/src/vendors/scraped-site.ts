/** Page of a site that a scraping vendor reads. */
export interface SitePage {
  readonly title: string;
  /** Texts of the page by CSS class; `.class` is the only kind of selector that is known. */
  readonly parts: Readonly<Record<string, string>>;
  /** Links of the page, as they are written in its HTML. */
  readonly links?: readonly { readonly href: string; readonly rel?: string }[];
  readonly canonical?: string;
  readonly robots?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** File that is returned in place of a page. */
  readonly file?: { readonly type: string; readonly content: string };
}

/** Pages by their path. */
export type Site = Readonly<Record<string, SitePage>>;

const linksOf = ({ links = [] }: SitePage) =>
  links.map(({ href, rel }) => `<a href="${href}"${rel ? ` rel="${rel}"` : ''}>more</a>`).join(' ');

/** Returns the HTML of the page as its own server sends it. */
export function siteHtml(page: SitePage): string {
  const parts = Object.entries(page.parts).map(([name, text]) => `<div class="${name}"><p>${text}</p></div>`);
  const robots = page.robots ? `<meta name="robots" content="${page.robots}">` : '';
  const canonical = page.canonical ? `<link rel="canonical" href="${page.canonical}">` : '';
  return `<!doctype html><html><head><meta charset="utf-8"><title>${page.title} | Site</title>${canonical}${robots}</head>
<body><nav><a href="/">Home</a></nav><main><h1>${page.title}</h1>${parts.join('\n')}<p>${linksOf(page)}</p></main></body></html>`;
}

/** Returns the Markdown of the page as a vendor would write it, limited to the parts that the selectors leave. */
export function siteMarkdown(page: SitePage, include: readonly string[], exclude: readonly string[]): string {
  const parts = Object.entries(page.parts).filter(
    ([name]) => (include.length === 0 || include.includes(`.${name}`)) && !exclude.includes(`.${name}`),
  );
  const title = include.length === 0 ? [`# ${page.title}`] : [];
  return [...title, ...parts.map(([, text]) => text)].join('\n\n');
}
