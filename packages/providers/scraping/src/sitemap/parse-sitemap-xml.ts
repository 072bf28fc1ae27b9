import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { SaxesParser } from 'saxes';

/** Link in a sitemap file: a page, or another sitemap file. */
export interface SitemapLink {
  readonly kind: 'page' | 'sitemap';
  readonly location: string;
  /** Bases of the location, each relative to the one before, and the first to the file's address. */
  readonly bases?: readonly string[] | undefined;
  /** Time of the last change, as the site wrote it. */
  readonly lastModified: string | undefined;
}

/** No kind of sitemap is deeper, and no element of one has more attributes: who nests on is after our memory. */
const maxDepth = 16;
const maxAttributes = 32;
const maxTextLength = 8_192;
const maxDateLength = 64;

interface Grammar {
  readonly kind: SitemapLink['kind'];
  /** The element that stands for one link; its parents do not matter. */
  readonly entry: string;
  readonly location: readonly string[];
  readonly lastModified: readonly string[];
}

/** Grammars by the root's name without its prefix; names are compared in lower case, as sites write them in any. */
const grammars: Readonly<Record<string, Grammar>> = {
  urlset: { kind: 'page', entry: 'url', location: ['loc'], lastModified: ['lastmod'] },
  sitemapindex: { kind: 'sitemap', entry: 'sitemap', location: ['loc'], lastModified: ['lastmod'] },
  rss: { kind: 'page', entry: 'item', location: ['link'], lastModified: ['pubdate'] },
  rdf: { kind: 'page', entry: 'item', location: ['link'], lastModified: ['dc:date'] },
  feed: { kind: 'page', entry: 'entry', location: ['link'], lastModified: ['updated', 'published'] },
};

const refused = (reason: string) =>
  new AppError('PAGE_UNREADABLE', `This is no sitemap: ${reason}`, { details: { reason } });

/** Visits the elements of one file and gathers the addresses in them. */
class LinkCollector {
  readonly links: SitemapLink[] = [];
  readonly #path: string[] = [];
  #grammar: Grammar | undefined;
  #prefix = '';
  #text = '';
  #location = '';
  #guid = '';
  #isPermanent = true;
  /** Whether the location is that of a page for people: feeds name other forms beside it. */
  #isOfPage = false;
  #lastModified: string | undefined;
  /** Values of `xml:base` by the depth of their elements. */
  readonly #bases: string[] = [];
  #basesOfLocation: readonly string[] = [];

  open(given: string, attributes: Record<string, string>): void {
    const name = given.toLowerCase();
    if (this.#path.length >= maxDepth) throw refused('it is nested too deeply');
    if (!this.#grammar) this.#begin(name);
    this.#path.push(this.#localName(name));
    this.#text = '';
    this.#bases.length = this.#path.length - 1;
    this.#bases.push((attributes['xml:base'] ?? '').slice(0, limits.addressLength));
    // One that is not closed ends where the next one begins.
    if (this.#isEntry(1)) this.#finishEntry();
    this.#isPermanent = attributes['isPermaLink'] !== 'false';
    if (this.#isEntry(2) && this.#path.at(-1) === 'link') this.#readLink(attributes);
  }

  /** A link of an Atom entry: the first one to a page, else the first one to another form of it. */
  #readLink({ href, rel = 'alternate', type = 'text/html' }: Record<string, string>): void {
    if (!href || rel !== 'alternate') return;
    const isOfPage = /html/i.test(type);
    if (this.#location && (this.#isOfPage || !isOfPage)) return;
    this.#isOfPage = isOfPage;
    this.#locate(href);
  }

  #locate(location: string): void {
    this.#location = location;
    this.#basesOfLocation = this.#bases.filter(Boolean);
  }

  #finishEntry(): void {
    if (this.#grammar) this.#add(this.#grammar.kind, this.#location || this.#guid);
    this.#location = '';
    this.#guid = '';
    this.#isOfPage = false;
    this.#basesOfLocation = [];
    this.#lastModified = undefined;
  }

  text(text: string): void {
    if (this.#text.length < maxTextLength) this.#text += text.slice(0, maxTextLength);
  }

  close(): void {
    const grammar = this.#grammar;
    const name = this.#path.at(-1) ?? '';
    const text = this.#text.trim();
    if (grammar && this.#isEntry(2)) {
      if (grammar.location.includes(name) && text) this.#readLocation(text, name);
      // RSS 2.0: a guid is the address of its item unless it says otherwise.
      if (name === 'guid' && this.#isPermanent && /^https?:/i.test(text)) this.#guid = text;
      if (grammar.lastModified.includes(name)) this.#lastModified ??= text || undefined;
    }
    if (name === 'loc' && this.#path.length === 2) this.#locate(text);
    if (this.#isEntry(1) || (name === 'loc' && this.#path.length === 2)) this.#finishEntry();
    this.#text = '';
    this.#path.pop();
  }

  /** An entry of a sitemap has one location: a second one is that of an entry whose beginning was left out. */
  #readLocation(text: string, name: string): void {
    if (this.#location && name === 'loc') this.#finishEntry();
    if (!this.#location) this.#locate(text);
  }

  #add(kind: SitemapLink['kind'], location: string): void {
    if (!location || location.length > limits.addressLength) return;
    const bases = this.#basesOfLocation;
    const lastModified = this.#lastModified?.slice(0, maxDateLength);
    this.links.push({ kind, location, ...(bases.length > 0 && { bases }), lastModified });
  }

  /** Throws unless the file is complete: an address missing from a truncated file must not count as removed. */
  end(): void {
    if (!this.#grammar) throw refused('it has no root element');
    if (this.#path.length > 0) throw refused(`it breaks off within <${this.#path.at(-1)}>`);
  }

  /** The prefix of the root is the sitemap's own; elements of others, as images have them, keep theirs. */
  #begin(name: string): void {
    const colon = name.indexOf(':');
    const local = name.slice(colon + 1);
    if (!Object.hasOwn(grammars, local)) throw refused(`its root is <${local.slice(0, 40)}>`);
    this.#grammar = grammars[local];
    this.#prefix = local === 'rdf' ? '' : name.slice(0, colon + 1);
  }

  #localName(name: string): string {
    return this.#prefix && name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name;
  }

  /** Tests whether the element so far from the end of the path is an entry. */
  #isEntry(fromEnd: number): boolean {
    return this.#path.at(-fromEnd) === this.#grammar?.entry;
  }
}

function createParser(collector: LinkCollector) {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let attributes = 0;
  // Sites are not exact about XML: what can be read is read.
  parser.on('error', () => undefined);
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    if (++attributes > maxAttributes) throw refused('an element has too many attributes');
  });
  parser.on('opentag', ({ name, attributes: given }) => collector.open(name, given));
  parser.on('text', (text) => collector.text(text));
  parser.on('cdata', (text) => collector.text(text.replaceAll('&amp;', '&')));
  parser.on('closetag', () => collector.close());
  return parser;
}

const bareAmpersand = /&(?!#?\w{1,10};)/g;
const maxEntityLength = 12;

/** Many sites write `?a=1&b=2`, of which the parser would take all up to the next semicolon for an entity. */
async function* withEntities(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const whole = rest + text;
    // A possible beginning of an entity waits for the next part.
    const cut = whole.lastIndexOf('&');
    const end = cut >= 0 && cut > whole.length - maxEntityLength ? cut : whole.length;
    rest = whole.slice(end);
    yield whole.slice(0, end).replace(bareAmpersand, '&amp;');
  }
  yield rest.replace(bareAmpersand, '&amp;');
}

/** Reads the links of a sitemap in XML, RSS or Atom as its text comes in; rejects with PAGE_UNREADABLE for another root, and at last when it broke off. */
export async function* parseSitemapXml(texts: AsyncIterable<string>): AsyncGenerator<SitemapLink> {
  const collector = new LinkCollector();
  const parser = createParser(collector);
  for await (const text of withEntities(texts)) {
    parser.write(text);
    yield* collector.links.splice(0);
  }
  parser.close();
  yield* collector.links.splice(0);
  collector.end();
}
