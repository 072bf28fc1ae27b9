import { parseHTML } from 'linkedom';

type Page = ReturnType<typeof parseHTML>['document'];
type Element = NonNullable<ReturnType<Page['querySelector']>>;

/** Structure of a manual, taken from its HTML. */
export interface StructureFacts {
  readonly headings: string[];
  readonly tables: string[][][];
  /** Lines of code blocks. */
  readonly codeLines: string[];
  /** The beginnings of list items. */
  readonly items: string[];
  /** Addresses on other hosts. */
  readonly links: string[];
}

export const noStructure = (): StructureFacts => ({
  headings: [],
  tables: [],
  codeLines: [],
  items: [],
  links: [],
});

/** Elements around a manual's text on its HTML pages, and frames that are tables only in HTML. */
const surroundings =
  '.navheader, .navfooter, .toc, .list-of-tables, .list-of-figures, .sphinxsidebar, .related, .nav-panel, .header, .footer, nav, script, style, .headerlink, .menu, .contents, .shortcontents, .region-contents, table.note, div.note table, div.warning table, div.tip table, div.caution table, div.important table, table.simplelist, table.highlighttable, [class*="index-"], .footnotes';

/** Letters and digits alone, in lower case: what is compared. */
export const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const numbering =
  /^(?:(?:chapter|appendix|part|section|kapitel|anhang|teil|chapitre|annexe|partie|глава|приложение)\s+)?(?:[\dA-Z]{1,3}\.(?:\d+\.?)*|\d+|[IVX]+(?:-[A-Z\d]+)*\.?)[\s.:]+(?=\S)/iu;
/** Without its number; also what looks like one behind that, as one of both forms has: `7.1 I have a printer`. */
function withoutNumber(title: string): string {
  const rest = title.replace(numbering, '');
  return rest === title ? title : withoutNumber(rest);
}

/** A function's signature as outlines of references have it: `start(Type, [Arg]) -> Result` as `start/2`. */
function functionOf(title: string): string {
  const [, name, list = ''] = /^((?:\w+:)?\w+)\((.*?)\)\s*->/.exec(title) ?? [];
  if (!name) return title;
  // Text in brackets of its own is one argument.
  let [flat, before] = [list, ''];
  while (flat !== before) [before, flat] = [flat, flat.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, '')];
  return `${name}/${list.trim() === '' ? 0 : flat.split(',').length}`;
}

/** A heading without its number, which some forms of a document have and others do not; without accents, as some outlines are. */
export const headingOf = (text: string): string =>
  plainOf(
    withoutNumber(
      functionOf(
        text
          .normalize('NFKD')
          .replace(/\p{M}+/gu, '')
          // Outlines of old programs have the Latin letter for the dotless and the Cyrillic one.
          .replace(/[\u0131\u0456]/g, 'i')
          .replace(/\s+/g, ' ')
          .trim(),
      ),
    ),
  ).replaceAll(' ', '');

const itemLetters = 40;
export const itemOf = (text: string): string => plainOf(text).replaceAll(' ', '').slice(0, itemLetters);
export const linesOfCode = (code: string): string[] =>
  code
    .split('\n')
    // Programs that set PDFs turn straight quotes.
    .map((line) => line.replace(/\s+/g, '').replace(/[‘’]/g, "'").replace(/[“”]/g, '"'))
    .filter((line) => line.length > 1);
export const addressOf = (href: string): string => href.replace(/^https?:\/\//, '').replace(/\/$/, '');

const textOf = (node: Element) => (node.textContent ?? '').replace(/\s+/g, ' ').trim();

function tableOf(table: Element): string[][] {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  return rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => plainOf(textOf(cell))));
}

const isTable = (rows: readonly (readonly string[])[]) =>
  rows.length >= 2 && rows.filter((row) => row.length >= 2).length >= 2;

/** The item's own text, without that of the lists within it. */
function ownText(item: Element): string {
  const texts = [...item.childNodes].flatMap((child) => {
    const name = child.nodeName.toLowerCase();
    return name === 'ul' || name === 'ol' || name === 'pre' ? [] : [child.textContent ?? ''];
  });
  return texts.join(' ');
}

/** Adds the facts of one HTML page. */
export function addHtmlFacts(facts: StructureFacts, html: string): void {
  const { document } = parseHTML(html);
  for (const node of [...document.querySelectorAll(surroundings)]) node.remove();
  const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
  facts.headings.push(
    ...all('h1, h2, h3, h4, h5, h6')
      .map((node) => headingOf(textOf(node)))
      .filter(Boolean),
  );
  facts.codeLines.push(...all('pre').flatMap((node) => linesOfCode(node.textContent ?? '')));
  facts.items.push(
    ...all('ul > li, ol > li')
      .map((node) => itemOf(ownText(node)))
      .filter(Boolean),
  );
  facts.links.push(...all('a[href^="http"]').map((node) => addressOf(node.getAttribute('href') ?? '')));
  facts.tables.push(...all('table').map(tableOf).filter(isTable));
}
