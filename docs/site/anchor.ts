/**
 * The anchor of a heading as repository hosts make it, so that a link leads to its section there and on the site alike:
 * https://docs.github.com/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#section-links
 */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

const fenced = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1`*\s*$/gm;

/** A heading's text without the marks of links, code and emphasis. */
const plain = (heading: string) => heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');

/** The anchors of a page; a heading that comes again has a number behind it. */
export function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of page.replace(fenced, '').matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const anchor = anchorOf(plain(heading));
    let count = 0;
    while (anchors.has(count === 0 ? anchor : `${anchor}-${count}`)) count += 1;
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}

/** The links of a page that name a section: its path, empty for the page itself, and the anchor. */
export const sectionLinksOf = (page: string): { path: string; anchor: string }[] =>
  [...page.replace(fenced, '').matchAll(/\]\((?![a-z]+:)([^)\s#]*)#([^)\s]+)\)/g)].map(
    ([, path = '', anchor = '']) => ({ path, anchor }),
  );
