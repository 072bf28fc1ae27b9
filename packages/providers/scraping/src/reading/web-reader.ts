import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { createSandboxPool, createWorkFolder, type SandboxEnd } from '@docfleet/sandbox';
import { z } from 'zod';
import type { PageFacts, Refresh } from '../page/page-facts.ts';
import type { PageSource } from '../page/read-page.ts';
import type { RobotsRules } from '../robots/parse-robots.ts';
import type { ScrapedPage, ScrapeRequest } from '../scraped-page.ts';
import type { SitemapLink } from '../sitemap/parse-sitemap-xml.ts';
import type { FactsRead, PageRead, ReadingResult, ReadingTask } from './perform-task.ts';

export { abandonedWorkTask } from '@docfleet/sandbox';

/** HTML as received. */
export interface Html extends PageSource {
  readonly bytes: Uint8Array;
  /** Character encoding that the response's headers name. */
  readonly charset?: string | undefined;
}

type Selectors = Pick<ScrapeRequest, 'includeSelectors' | 'excludeSelectors'>;

/** `failure` is why the page has no Markdown, where its scripts might bring some in. */
export interface ReadPage {
  readonly page?: ScrapedPage;
  readonly failure?: AppError;
  readonly hasScripts: boolean;
  /** Address that the page moves on to by itself, also when it has no text; absent when it does not. */
  readonly refresh?: Refresh | undefined;
}

/**
 * Reads content of sites in child processes with limits of time and memory. A page that reaches one is PAGE_TOO_LARGE, one that its reader
 * does not survive PAGE_UNREADABLE.
 */
export interface WebReader {
  /** Rejects with PAGE_TOO_LARGE where selectors or the page take too much. */
  readPage(html: Html, selectors: Selectors, signal: AbortSignal): Promise<ReadPage>;
  readFacts(html: Html, signal: AbortSignal): Promise<Omit<PageFacts, 'base'>>;
  readRobots(
    robots: { readonly text: string; readonly address: string; readonly product: string },
    signal: AbortSignal,
  ): Promise<RobotsRules>;
  /** The links of one file of a sitemap; rejects at the end where the rest of the file could not be read. */
  readSitemap(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<SitemapLink>;
}

/** The page that was read; throws why there is none. */
export function requirePage({ page, failure }: ReadPage): ScrapedPage {
  if (page) return page;
  throw failure ?? new AppError('PAGE_EMPTY', 'The page has no text');
}

const reads = { name: 'page', tooComplex: 'PAGE_TOO_LARGE', unreadable: 'PAGE_UNREADABLE' } as const;

const script = fileURLToPath(new URL('child.ts', import.meta.url));
const sitemapLink = z.object({
  kind: z.enum(['page', 'sitemap']),
  location: z.string(),
  bases: z.array(z.string()).optional(),
  lastModified: z.string().optional(),
});

function factsOf({ canonicalUrl, title, links, refresh, ...flags }: FactsRead): Omit<PageFacts, 'base'> {
  return {
    refresh: refresh && { ...refresh, url: new URL(refresh.url) },
    canonicalUrl: canonicalUrl === undefined ? undefined : new URL(canonicalUrl),
    title,
    links: links.map((link) => new URL(link)),
    ...flags,
  };
}

const errorOf = ({ code, message, details }: NonNullable<PageRead['failure']>) =>
  new AppError(code, message, { details });

interface Folder {
  readonly path: string;
  readonly outputPath: string;
}

async function* withFolder<Item>(use: (folder: Folder) => AsyncIterable<Item>): AsyncGenerator<Item> {
  const folder = await createWorkFolder();
  try {
    yield* use({ path: join(folder, 'file'), outputPath: join(folder, 'links') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* readLinks(path: string): AsyncGenerator<SitemapLink> {
  const file = createReadStream(path, 'utf8');
  // A child that did not get so far has not written the file, and its last line may be cut.
  file.on('error', () => undefined);
  for await (const line of createInterface({ input: file })) {
    const parsed = line.endsWith('}') ? sitemapLink.safeParse(JSON.parse(line)) : undefined;
    if (parsed?.success) yield { lastModified: undefined, ...parsed.data };
  }
}

type Run = (task: ReadingTask, signal: AbortSignal) => Promise<ReadingResult>;

/** The result has the shape of its task: the child is our own program. */
const pageRead = (run: Run, task: ReadingTask & { kind: 'page' }, signal: AbortSignal) =>
  run(task, signal) as Promise<PageRead>;

function pageTask({ bytes, charset, finalUrl, robotsTags, refresh }: Html, selectors?: Selectors) {
  return {
    kind: 'page',
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
    charset,
    finalUrl: finalUrl.href,
    robotsTags,
    refresh,
    includeSelectors: selectors?.includeSelectors ?? [],
    excludeSelectors: selectors?.excludeSelectors ?? [],
    factsOnly: selectors === undefined,
  } as const;
}

async function* readSitemapIn(
  { path, outputPath }: Folder,
  { body, run, signal }: { body: AsyncIterable<Uint8Array>; run: Run; signal: AbortSignal },
): AsyncGenerator<SitemapLink> {
  const received = await pipeline(Readable.from(body), createWriteStream(path), { signal }).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  signal.throwIfAborted();
  const read = await run({ kind: 'sitemap', path, outputPath }, signal).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  yield* readLinks(outputPath);
  // A body that broke off is why the rest could not be read.
  const failure = received ?? read;
  if (failure) throw failure.error;
}

/** A reader of sites' content for one process; its children start when they are needed. */
export function createWebReader({
  processes,
  onEnd,
}: {
  readonly processes: number;
  readonly onEnd?: ((why: SandboxEnd) => void) | undefined;
}): WebReader & { close(): void } {
  const pool = createSandboxPool<ReadingTask, ReadingResult>({
    size: processes,
    script,
    limits: {
      quietMs: limits.pageReadingMs,
      totalMs: limits.pageReadingMs,
      memoryBytes: limits.pageReadingMemoryBytes,
    },
    reads,
    onEnd,
  });
  const run: Run = (task, signal) => pool.run(task, { signal });
  return {
    async readPage(html, selectors, signal) {
      const read = await pageRead(run, pageTask(html, selectors), signal);
      const { markdown, notRead, failure, hasScripts } = read;
      const { refresh, ...facts } = factsOf(read.facts);
      if (markdown === undefined)
        return { hasScripts, refresh, ...(failure && { failure: errorOf(failure) }) };
      const { finalUrl, bytes, charset } = html;
      const page = {
        kind: 'page',
        finalUrl,
        ...facts,
        markdown,
        ...(notRead && { notRead }),
        html: { bytes, charset },
      } as const;
      return { page, hasScripts, refresh };
    },
    async readFacts(html, signal) {
      return factsOf((await pageRead(run, pageTask(html), signal)).facts);
    },
    readRobots: (robots, signal) => run({ kind: 'robots', ...robots }, signal) as Promise<RobotsRules>,
    readSitemap: (body, signal) => withFolder((folder) => readSitemapIn(folder, { body, run, signal })),
    close: pool.close,
  };
}
