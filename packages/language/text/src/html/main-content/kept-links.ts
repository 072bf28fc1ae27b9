import { descendants, type HtmlElement, textOf } from '../html-tree.ts';

const logo = /(?:^|[\s_-])(?:logo|site-?(?:title|name|logo)|brand|branding)(?:$|[\s_-])/i;
const home = /^(?:\/|\.\/?|https?:\/\/[^/?#]+\/?)$/i;

/** Tests whether a heading is the name of the site rather than of the page: it is called so, or all of it leads to the start. */
export function isLogo(heading: HtmlElement): boolean {
  const { attributes } = heading;
  if (logo.test(`${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.slice(0, 300).trim()))
    return true;
  const [link] = descendants(heading).filter(({ name }) => name === 'a');
  return (
    link !== undefined &&
    home.test(link.attributes.get('href')?.trim() ?? '') &&
    textOf(link).trim() === textOf(heading).trim()
  );
}

/** Files that a page offers as a part of its content. */
const offered =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tspg]|rtf|csv|txt|epub|zip|tar|gz|tgz|7z|dmg|exe|msi|deb|rpm)$/i;

/** Tests whether a link leads to another page: addresses of people, telephones and files to take are what a page says itself. */
export function leadsElsewhere({ attributes }: HtmlElement): boolean {
  const address = attributes.get('href')?.trim() ?? '';
  if (attributes.has('download') || /^(?:mailto|tel|sms|geo):/i.test(address)) return false;
  const end = address.slice(0, 2_000).search(/[?#]/);
  return !offered.test(end < 0 ? address.slice(0, 2_000) : address.slice(0, end));
}

const groups = new Set(['thead', 'tbody', 'tfoot']);
const isElement = (node: HtmlElement | string): node is HtmlElement => typeof node !== 'string';
const isCell = (node: HtmlElement | string) => isElement(node) && (node.name === 'td' || node.name === 'th');

/** Tests whether a table holds data, row by row, and no menu: it has two rows of two cells, however many of these are links. */
export function isDataTable({ name, children }: HtmlElement): boolean {
  if (name !== 'table') return false;
  const parts = children.filter(isElement);
  const rows = parts.flatMap((part) => (groups.has(part.name) ? part.children.filter(isElement) : [part]));
  return rows.filter((row) => row.name === 'tr' && row.children.filter(isCell).length >= 2).length >= 2;
}

const heading = /^h[2-6]$/;
/** Matches headings of lists that lead on to other pages. */
const leadsOn =
  /\b(?:related|recommended|recent|latest|popular|trending|more (?:from|in|on|articles|stories|posts|news)|you (?:may|might)|also (?:read|like|on)|read (?:next|more)|see also|next steps?|keep reading|categories|category|tags|topics|archives?|menu|navigation|share|follow|links|sponsored|ähnliche|verwandte|weitere|mehr|auch interessant|kategorien|articles? (?:liés|similaires)|à lire|voir aussi|relacionad[oa]s?|también|correlati|leggi anche|zie ook)\b|похожие|читайте|関連|相关|관련/iu;

/** Matches headings of boxes that show other pages of a site. */
const otherPages =
  /\b(?:related|recommended|most (?:read|popular|viewed)|popular|trending|latest (?:news|posts|articles|stories)|more (?:from|in|on|articles|stories|posts|news)|you (?:may|might)|also (?:read|like)|read (?:next|more)|keep reading|sponsored|ähnliche (?:artikel|beiträge)|verwandte|weitere (?:artikel|beiträge|meldungen|nachrichten)|mehr (?:zum thema|aus|von)|auch interessant|meistgelesen|articles? (?:liés|similaires)|à lire aussi|noticias relacionadas|te puede interesar|leggi anche)\b|похожие|читайте также|関連記事|相关阅读|관련 기사/iu;

/** Tests whether the first of an element's nodes that `hasText` is a heading of other pages: "Related articles". */
export function isHeadedByOthers(
  element: HtmlElement,
  hasText: (node: HtmlElement | string) => boolean,
): boolean {
  let first: HtmlElement | string | undefined = element;
  while (first !== undefined && isElement(first)) {
    if (heading.test(first.name)) return otherPages.test(textOf(first).slice(0, 200));
    first = first.children.find(hasText);
  }
  return false;
}

/** Nodes before an element that are looked at: what hostile pages put between is no pause. */
const farthest = 5;

function hasText(node: HtmlElement | string): boolean {
  if (!isElement(node)) return node.trim() !== '';
  return (
    node.children.some((child) => !isElement(child) && child.trim() !== '') || textOf(node).trim() !== ''
  );
}

/**
 * Tests whether a node is what the heading before it announces: a list of links below "Downloads" is what the page is about. Undefined
 * where its parent has no text before it.
 */
export function isAnnounced({ children }: HtmlElement, position: number): boolean | undefined {
  const before = children.slice(Math.max(0, position - farthest), position).findLast(hasText);
  if (before === undefined) return undefined;
  return isElement(before) && heading.test(before.name) && !leadsOn.test(textOf(before).slice(0, 200));
}
