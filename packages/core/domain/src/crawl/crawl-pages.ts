import { createHash } from 'node:crypto';
import type { CrawlPageState, Database } from '@docfleet/database';

/** Ids of the job and the run that a crawl belongs to. */
export interface Crawl {
  readonly ingestJobId: string;
  readonly ingestJobRunId: string;
  /** Addresses that may be visited in all. */
  readonly maxPages: number;
}

/** A page that waits to be visited. */
export interface WaitingPage {
  readonly url: string;
  readonly depth: number;
  /** Position in the order of visits. */
  readonly ordinal: bigint;
  readonly attempts: number;
  /** The result of the visit in an earlier run: the canonical URL of the page and its links. */
  readonly identity: string | null;
  readonly contentHash: Uint8Array | null;
  readonly links: readonly string[];
}

/** The result of a visit. */
export interface Visit {
  readonly url: string;
  readonly state: Exclude<CrawlPageState, 'WAITING'>;
  readonly identity?: string | null;
  readonly contentHash?: Uint8Array | null;
  readonly links?: readonly string[];
}

const hashOf = (url: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(url).digest());

/** The progress of a crawl. */
export interface CrawlProgress {
  readonly pages: number;
  readonly waiting: number;
  readonly failed: number;
  /** Milliseconds until the next postponed page may be visited; null when there is none. */
  readonly nextInMs: number | null;
}

/** Adds URLs to the frontier in order, each once per run, up to the limit. Results of the job's earlier runs are kept. */
export async function addCrawlPages(
  database: Database,
  crawl: Crawl,
  pages: readonly { readonly url: string; readonly depth: number }[],
): Promise<void> {
  if (pages.length === 0) return;
  const urls = pages.map((page) => page.url);
  await database.$executeRaw`
    WITH found AS (
      SELECT DISTINCT ON (hash) hash, url, depth, place
      FROM unnest(${urls.map(hashOf)}::bytea[], ${urls}::text[], ${pages.map((page) => page.depth)}::int[])
        WITH ORDINALITY AS page(hash, url, depth, place)
      ORDER BY hash, place
    ), fresh AS (
      SELECT found.* FROM found WHERE NOT EXISTS (
        SELECT 1 FROM crawl_pages page WHERE page."ingestJobId" = ${crawl.ingestJobId}::uuid AND page."urlHash" = found.hash
          AND page."ingestJobRunId" = ${crawl.ingestJobRunId}::uuid)
      ORDER BY place
      LIMIT greatest(0, ${crawl.maxPages} - (SELECT count(*) FROM crawl_pages WHERE "ingestJobRunId" = ${crawl.ingestJobRunId}::uuid))
    )
    INSERT INTO crawl_pages ("ingestJobId", "urlHash", url, "ingestJobRunId", depth, links)
    SELECT ${crawl.ingestJobId}::uuid, hash, url, ${crawl.ingestJobRunId}::uuid, depth, '{}' FROM fresh ORDER BY place
    ON CONFLICT ("ingestJobId", "urlHash") DO UPDATE
    SET "ingestJobRunId" = excluded."ingestJobRunId", depth = excluded.depth, ordinal = excluded.ordinal, state = 'WAITING',
      attempts = 0, "notBefore" = NULL
    WHERE crawl_pages."ingestJobRunId" <> excluded."ingestJobRunId"`;
}

/** The next pages to visit behind a place in the order, at most `count`. */
export const takeWaitingPages = (
  database: Database,
  { ingestJobRunId }: Crawl,
  { after, count }: { after: bigint; count: number },
): Promise<WaitingPage[]> =>
  database.$queryRaw<WaitingPage[]>`
    SELECT url, depth, ordinal, attempts, identity, "contentHash", links FROM crawl_pages
    WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND state = 'WAITING' AND ordinal > ${after}
      AND ("notBefore" IS NULL OR "notBefore" <= now())
    ORDER BY ordinal LIMIT ${count}`;

/** Writes down how visits ended. */
export async function recordVisits(
  database: Database,
  { ingestJobId, ingestJobRunId }: Crawl,
  visits: readonly Visit[],
): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.map(({ url, state, identity = null, contentHash = null, links = [] }) => ({
    hash: Buffer.from(hashOf(url)).toString('hex'),
    state,
    identity,
    contentHash: contentHash && Buffer.from(contentHash).toString('hex'),
    links,
  }));
  await database.$executeRaw`
    UPDATE crawl_pages SET state = visit.state, identity = coalesce(visit.identity, crawl_pages.identity), links = visit.links,
      "contentHash" = decode(visit."contentHash", 'hex'), "notBefore" = NULL
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS visit (hash text, state "CrawlPageState", identity text, "contentHash" text, links text[])
    WHERE crawl_pages."ingestJobId" = ${ingestJobId}::uuid AND crawl_pages."urlHash" = decode(visit.hash, 'hex')
      AND crawl_pages."ingestJobRunId" = ${ingestJobRunId}::uuid`;
}

/** Moves a page that could not be read to the end of the frontier, to be visited after a delay in milliseconds. */
export async function postponePage(
  database: Database,
  { ingestJobId, ingestJobRunId }: Crawl,
  { url, waitMs }: { url: string; waitMs: number },
): Promise<void> {
  await database.$executeRaw`
    UPDATE crawl_pages SET attempts = attempts + 1, "notBefore" = now() + ${waitMs} * interval '1 millisecond',
      ordinal = nextval(pg_get_serial_sequence('crawl_pages', 'ordinal'))
    WHERE "ingestJobId" = ${ingestJobId}::uuid AND "urlHash" = ${hashOf(url)} AND "ingestJobRunId" = ${ingestJobRunId}::uuid`;
}

/** Counts the visited and the remaining pages of a crawl. */
export async function readCrawlProgress(
  database: Database,
  { ingestJobRunId }: Crawl,
): Promise<CrawlProgress> {
  const [progress] = await database.$queryRaw<CrawlProgress[]>`
    SELECT count(*)::int AS pages, (count(*) FILTER (WHERE state = 'WAITING'))::int AS waiting,
      (count(*) FILTER (WHERE state = 'FAILED'))::int AS failed,
      (extract(epoch FROM min("notBefore") FILTER (WHERE state = 'WAITING') - now()) * 1000)::float AS "nextInMs"
    FROM crawl_pages WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid`;
  return progress ?? { pages: 0, waiting: 0, failed: 0, nextInMs: null };
}

/** Returns a link of a page at the depth that the run has not met; undefined where all were followed. */
export async function findUnfollowedLink(
  database: Database,
  { ingestJobId, ingestJobRunId }: Crawl,
  depth: number,
): Promise<string | undefined> {
  const [found] = await database.$queryRaw<{ link: string }[]>`
    SELECT link FROM (SELECT DISTINCT unnest(links) AS link FROM crawl_pages
      WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND state = 'VISITED' AND depth = ${depth}) AS led
    WHERE NOT EXISTS (SELECT 1 FROM crawl_pages page WHERE page."ingestJobId" = ${ingestJobId}::uuid
      AND page."urlHash" = sha256(convert_to(link, 'UTF8')) AND page."ingestJobRunId" = ${ingestJobRunId}::uuid)
    ORDER BY link LIMIT 1`;
  return found?.link;
}

/** Returns the state of a page in the run, and the address that it is known by; undefined when the run did not find it. */
export async function readCrawlPage(
  database: Database,
  { ingestJobId, ingestJobRunId }: Crawl,
  url: string,
): Promise<{ readonly state: CrawlPageState; readonly identity: string | null } | undefined> {
  const page = await database.crawlPage.findFirst({
    where: { ingestJobId, urlHash: hashOf(url), ingestJobRunId },
    select: { state: true, identity: true },
  });
  return page ?? undefined;
}

/**
 * Finds which of these addresses and contents the run has met already: pages by address, identities of pages by content (in hexadecimal). `expected`
 * are contents that an earlier run read from pages that this one has yet to visit, with their identities.
 */
export async function findMetPages(
  database: Database,
  { ingestJobRunId, ingestJobId }: Crawl,
  { urls, contents }: { urls: readonly string[]; contents: readonly Uint8Array[] },
): Promise<{
  readonly urls: ReadonlySet<string>;
  readonly contents: ReadonlyMap<string, string>;
  readonly expected: ReadonlyMap<string, string>;
}> {
  const [met, same] = await Promise.all([
    database.$queryRaw<{ url: string }[]>`
      SELECT url FROM crawl_pages WHERE "ingestJobId" = ${ingestJobId}::uuid AND "ingestJobRunId" = ${ingestJobRunId}::uuid
        AND "urlHash" = ANY(${urls.map(hashOf)}::bytea[])`,
    database.$queryRaw<{ content: string; identity: string; isVisited: boolean }[]>`
      SELECT encode("contentHash", 'hex') AS content, identity, state = 'VISITED' AS "isVisited" FROM crawl_pages
      WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND state IN ('VISITED', 'WAITING') AND "contentHash" = ANY(${contents}::bytea[])
        AND identity IS NOT NULL ORDER BY ordinal DESC`,
  ]);
  const identities = (isVisited: boolean) =>
    new Map(
      same.flatMap((row) => (row.isVisited === isVisited ? [[row.content, row.identity] as const] : [])),
    );
  return {
    urls: new Set(met.map((row) => row.url)),
    contents: identities(true),
    expected: identities(false),
  };
}

/** Deletes the rows of earlier runs of a job for URLs that this run did not find. */
export async function forgetUnmetPages(
  database: Database,
  { ingestJobId, ingestJobRunId }: Crawl,
): Promise<void> {
  await database.$executeRaw`
    DELETE FROM crawl_pages WHERE "ingestJobId" = ${ingestJobId}::uuid AND "ingestJobRunId" <> ${ingestJobRunId}::uuid`;
}
