import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError, type ErrorCode, type ErrorDetails } from '@docfleet/errors';
import { descendants } from '@docfleet/text/html';
import type { NotRead } from '@docfleet/text/not-read';
import { findStandIn, seenText } from '../page/find-stand-in.ts';
import { type PageFacts, readFacts } from '../page/page-facts.ts';
import { readPage, readTree } from '../page/read-page.ts';
import { parseRobots, type RobotsRules } from '../robots/parse-robots.ts';
import { parseSitemap } from '../sitemap/parse-sitemap.ts';

/** Content of a site, with everything needed to read it. All of it is JSON: bytes are text of one character each (`latin1`). */
export type ReadingTask =
  | {
      readonly kind: 'page';
      readonly bytes: string;
      readonly charset: string | undefined;
      readonly finalUrl: string;
      readonly robotsTags: readonly string[];
      readonly refresh?: string | undefined;
      readonly includeSelectors: readonly string[];
      readonly excludeSelectors: readonly string[];
      /** Whether only the facts are wanted. */
      readonly factsOnly: boolean;
    }
  | { readonly kind: 'sitemap'; readonly path: string; readonly outputPath: string }
  | { readonly kind: 'robots'; readonly text: string; readonly address: string; readonly product: string };

interface ReadFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** The facts of a page, with addresses as text. */
export interface FactsRead extends Pick<PageFacts, 'mayIndex' | 'mayFollow' | 'hasPasswordField'> {
  readonly refresh?: { readonly url: string; readonly seconds: number } | undefined;
  readonly canonicalUrl?: string | undefined;
  readonly title?: string | undefined;
  readonly links: readonly string[];
}

/** `failure` is why the page has no Markdown. */
export interface PageRead {
  readonly facts: FactsRead;
  readonly markdown?: string | undefined;
  readonly notRead?: readonly NotRead[] | undefined;
  readonly failure?: ReadFailure | undefined;
  readonly hasScripts: boolean;
}

export type ReadingResult = PageRead | RobotsRules | Record<string, never>;

const toFailure = ({ code, message, details }: AppError): ReadFailure => ({ code, message, details });

const textFacts = ({
  canonicalUrl,
  title,
  links,
  refresh,
  ...flags
}: Omit<PageFacts, 'base'>): FactsRead => ({
  canonicalUrl: canonicalUrl?.href,
  title,
  links: links.map(({ href }) => href),
  refresh: refresh && { ...refresh, url: refresh.url.href },
  mayIndex: flags.mayIndex,
  mayFollow: flags.mayFollow,
  hasPasswordField: flags.hasPasswordField,
});

/** Reads a page; one that asks for a password and says nothing else has an empty text, so that it is known for a sign-in. */
async function readPageTask(task: ReadingTask & { kind: 'page' }): Promise<PageRead> {
  const root = await readTree([Buffer.from(task.bytes, 'latin1')], task.charset);
  const finalUrl = new URL(task.finalUrl);
  const found = readFacts(root, finalUrl, task.robotsTags, task.refresh);
  const facts = textFacts(found);
  if (task.factsOnly) return { facts, hasScripts: false };
  const hasScripts = descendants(root).some(({ name }) => name === 'script');
  // Before it is read: what is not seen is taken out of it then.
  if (found.hasPasswordField && seenText(root) === '') return { facts, markdown: '', hasScripts };
  const standIn = findStandIn(root);
  if (standIn) return { facts, failure: toFailure(standIn), hasScripts };
  try {
    const { markdown, notRead } = readPage(root, { finalUrl, facts: found }, task);
    return { facts, markdown, notRead, hasScripts };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { facts, failure: toFailure(error), hasScripts };
  }
}

/** Writes the links of a sitemap as lines of JSON; those that were found before a failure are kept. */
async function readSitemapTask({ path, outputPath }: ReadingTask & { kind: 'sitemap' }): Promise<void> {
  let failure: unknown;
  async function* lines() {
    try {
      for await (const link of parseSitemap(createReadStream(path))) yield `${JSON.stringify(link)}\n`;
    } catch (error) {
      failure = error;
    }
  }
  await pipeline(lines, createWriteStream(outputPath));
  if (failure) throw failure;
}

/** Reads content of a site; rejects with the error that the content is refused with. */
export async function performReadingTask(task: ReadingTask): Promise<ReadingResult> {
  if (task.kind === 'page') return readPageTask(task);
  if (task.kind === 'robots') return parseRobots(task);
  await readSitemapTask(task);
  return {};
}
