import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeText } from '@docfleet/text/decoding';
import { createHtmlTreeBuilder, declaredCharset, type HtmlNode } from '@docfleet/text/html';
import { z } from 'zod';

/** A page of the web that someone has judged: by its whole content, or by passages that belong to it and others that do not. */
export interface JudgedPage {
  readonly name: string;
  readonly html: string;
  readonly content?: string;
  readonly passages?: { readonly with: readonly string[]; readonly without: readonly string[] };
  /** Kind of the page, where the collection says so. */
  readonly type?: string | undefined;
  /** Whether it is in the half that rules are written for, where the collection has such halves. */
  readonly isForRules?: boolean;
}

async function decode(bytes: Buffer): Promise<string> {
  const pieces = decodeText([bytes], (head) => [declaredCharset(head)]);
  return (await Array.fromAsync(pieces)).join('');
}

/** The text of HTML, each text node by itself: no converter that is measured has read it. */
function textOfHtml(html: string): string {
  const builder = createHtmlTreeBuilder();
  builder.write(html);
  const blocks = /^(?:p|div|li|td|th|tr|h[1-6]|br|pre|blockquote|figcaption|dt|dd|section|article)$/;
  const textOf = (node: HtmlNode): string => {
    if (typeof node === 'string') return node;
    const inner = node.children.map(textOf).join('');
    return blocks.test(node.name) ? `\n${inner}\n` : inner;
  };
  return textOf(builder.end());
}

/** https://github.com/mozilla/readability: pages with what its authors took for their content. */
async function* readReadability(folder: string): AsyncGenerator<JudgedPage> {
  const pages = join(folder, 'test', 'test-pages');
  for (const name of (await readdir(pages)).sort()) {
    const html = await decode(await readFile(join(pages, name, 'source.html')));
    yield { name, html, content: textOfHtml(await readFile(join(pages, name, 'expected.html'), 'utf8')) };
  }
}

const passages = z.record(
  z.string(),
  z.object({ file: z.string(), with: z.array(z.string()), without: z.array(z.string()) }),
);

/** https://github.com/adbar/trafilatura: pages with passages, mostly at the beginning and the end of their content. */
async function* readTrafilatura(folder: string): AsyncGenerator<JudgedPage> {
  const tests = join(folder, 'tests');
  const judged = passages.parse(JSON.parse(await readFile(join(tests, 'evaldata.json'), 'utf8')));
  for (const { file, ...own } of Object.values(judged)) {
    const path = ['cache', 'eval'].map((each) => join(tests, each, file)).find(existsSync);
    if (path) yield { name: file, html: await decode(await readFile(path)), passages: own };
  }
}

const articles = z.record(z.string(), z.object({ articleBody: z.string() }));

/** https://github.com/scrapinghub/article-extraction-benchmark: articles with their text. */
async function* readArticles(folder: string): AsyncGenerator<JudgedPage> {
  const judged = articles.parse(JSON.parse(await readFile(join(folder, 'ground-truth.json'), 'utf8')));
  for (const [name, { articleBody }] of Object.entries(judged)) {
    const html = await decode(gunzipSync(await readFile(join(folder, 'html', `${name}.html.gz`))));
    yield { name, html, content: articleBody };
  }
}

const typedPage = z.object({
  _internal: z.object({ page_type: z.object({ primary: z.string() }) }).optional(),
  ground_truth: z.object({ main_content: z.string().nullish() }),
});

/** https://github.com/Murrough-Foley/web-content-extraction-benchmark: pages of seven kinds, in a half for rules and one for tests. */
async function* readTypedPages(folder: string): AsyncGenerator<JudgedPage> {
  for (const half of ['dev', 'test']) {
    const truths = join(folder, half, 'ground-truth');
    for (const file of (await readdir(truths)).sort()) {
      const truth = typedPage.parse(JSON.parse(await readFile(join(truths, file), 'utf8')));
      const content = truth.ground_truth.main_content;
      // Two pages have passages alone.
      if (typeof content !== 'string') continue;
      const name = `${half}/${file.replace('.json', '')}`;
      const html = await decode(
        gunzipSync(await readFile(join(folder, half, 'html', file.replace('.json', '.html.gz')))),
      );
      yield { name, html, content, type: truth._internal?.page_type.primary, isForRules: half === 'dev' };
    }
  }
}

/** Reads a clone of one of the four collections. */
export function readCorpus(folder: string): AsyncGenerator<JudgedPage> {
  if (existsSync(join(folder, 'test', 'test-pages'))) return readReadability(folder);
  if (existsSync(join(folder, 'tests', 'evaldata.json'))) return readTrafilatura(folder);
  if (existsSync(join(folder, 'ground-truth.json'))) return readArticles(folder);
  if (existsSync(join(folder, 'dev', 'ground-truth'))) return readTypedPages(folder);
  throw new Error(`${folder} is no clone of one of the collections that --help names`);
}

/** Tests whether a page is in the half that rules are written for; the other half is reported. */
export const isForRules = ({ name, isForRules: isStated }: JudgedPage): boolean =>
  isStated ?? ((createHash('sha256').update(name).digest()[0] ?? 0) & 1) === 0;
