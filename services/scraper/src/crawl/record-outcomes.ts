import {
  addCrawlPages,
  type Crawl,
  findMetPages,
  postponePage,
  recordVisits,
  type Visit,
  type WaitingPage,
} from '@docfleet/domain/crawl';
import { readSourceValues } from '@docfleet/domain/document';
import {
  type FoundDocument,
  type LeftOut,
  noteLeftOut,
  noteUnchanged,
  type SourceRun,
} from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import type { ScraperContext } from '../context.ts';
import { addFound, foundPage } from '../sources/source-reader.ts';
import type { VisitOutcome } from './visit-page.ts';

const maxAttempts = 3;
/** A vendor that is away is so for each page: it is waited for, so that it fails none. */
const maxVendorAttempts = 10;
/** A page that may be a copy is read again so often, for about a minute, until the page that it may be a copy of was visited. */
const maxCopyAttempts = 6;
const firstWaitMs = 1_000;
const maxWaitMs = 300_000;
/** A page that leads to more leads to too much. */
const maxLinks = 5_000;

type PageOutcome = Extract<VisitOutcome, { kind: 'page' }>;

export interface RunningCrawl extends Crawl {
  readonly run: SourceRun;
  readonly maxDepth: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Tests whether an address was put into the frontier not long ago: sites lead to the same pages from each of theirs. */
  readonly wasAdded: (address: string) => boolean;
}

/** Changes that a batch of visits leads to. */
interface Findings {
  readonly visits: Visit[];
  readonly documents: FoundDocument[];
  readonly unchanged: string[];
  /** Addresses that were read under another one, and need no visit of their own. */
  readonly readElsewhere: { url: string; depth: number }[];
  readonly links: { url: string; depth: number }[];
  readonly leftOut: LeftOut[];
}

const bytesOf = (hash: string) => new Uint8Array(Buffer.from(hash, 'hex'));

/** Finds the pages that were met under another address, or with the same content, in this batch or before. */
async function createMet(context: ScraperContext, crawl: Crawl, outcomes: readonly VisitOutcome[]) {
  const pages = outcomes.filter((outcome): outcome is PageOutcome => outcome.kind === 'page');
  const met = await findMetPages(context.database, crawl, {
    urls: pages.map((page) => page.identity),
    contents: pages.map((page) => bytesOf(page.contentHash)),
  });
  const urls = new Set(met.urls);
  const contents = new Map(met.contents);
  const wasMet = (outcome: PageOutcome): boolean => {
    const { identity, contentHash, page } = outcome;
    const sameContent = contents.get(contentHash);
    const isOwn = identity === page.url;
    if (!isOwn && urls.has(identity)) return true;
    if (sameContent !== undefined && sameContent !== identity) return true;
    urls.add(identity);
    contents.set(contentHash, identity);
    return false;
  };
  /** Whether a new address shows what a document has whose own page is yet to be visited: only then it is known which of them is the copy. */
  const hasToWait = (outcome: VisitOutcome): boolean => {
    if (outcome.kind !== 'page' || outcome.page.identity !== null) return false;
    if (outcome.page.attempts >= maxCopyAttempts) return false;
    const expected = met.expected.get(outcome.contentHash);
    return expected !== undefined && expected !== outcome.identity && !met.contents.has(outcome.contentHash);
  };
  return { wasMet, hasToWait };
}

const sameText = 'It shows the same text as another page of the run';

function notePage(findings: Findings, crawl: RunningCrawl, outcome: PageOutcome, isDuplicate: boolean): void {
  findings.leftOut.push(...outcome.leftOut);
  const { page, identity, contentHash, links, isWanted, text, title, fetch } = outcome;
  const visit = { url: page.url, identity, links: links.slice(0, maxLinks) };
  if (isDuplicate) {
    findings.visits.push({ ...visit, state: 'DUPLICATE' });
    findings.leftOut.push({ externalId: page.url, reason: sameText });
    return;
  }
  findings.visits.push({ ...visit, state: 'VISITED', contentHash: bytesOf(contentHash) });
  if (identity !== page.url) findings.readElsewhere.push({ url: identity, depth: page.depth });
  if (!isWanted) return;
  const document = foundPage(crawl.run, new URL(identity), crawl.metadata);
  if (text.trim() === '')
    findings.documents.push({ ...document, failure: new AppError('DOCUMENT_EMPTY', 'The page has no text') });
  else findings.documents.push({ ...document, name: title, stage: 'EMBED', content: { text, fetch } });
}

function noteFailure(findings: Findings, crawl: RunningCrawl, outcome: VisitOutcome & { kind: 'failed' }) {
  const { page, error } = outcome;
  const isGone = error.code === 'PAGE_NOT_FOUND';
  findings.visits.push({ url: page.url, state: isGone ? 'GONE' : 'FAILED' });
  // A page that an earlier run had is gone now.
  if (isGone && crawl.run.isScheduled) return;
  findings.documents.push({ ...foundPage(crawl.run, new URL(page.url), crawl.metadata), failure: error });
}

function noteElsewhere(
  { visits, leftOut }: Findings,
  { page, reason }: VisitOutcome & { kind: 'elsewhere' },
) {
  visits.push({ url: page.url, state: 'DUPLICATE' });
  if (reason !== undefined) leftOut.push({ externalId: page.url, reason });
}

function sortOutcomes(
  crawl: RunningCrawl,
  outcomes: readonly VisitOutcome[],
  wasMet: (outcome: PageOutcome) => boolean,
): Findings {
  const findings: Findings = {
    visits: [],
    documents: [],
    unchanged: [],
    readElsewhere: [],
    links: [],
    leftOut: [],
  };
  for (const outcome of outcomes) {
    const { page } = outcome;
    if ('links' in outcome && page.depth < crawl.maxDepth)
      for (const url of outcome.links.slice(0, maxLinks)) findings.links.push({ url, depth: page.depth + 1 });
    if (outcome.kind === 'page') notePage(findings, crawl, outcome, wasMet(outcome));
    else if (outcome.kind === 'failed') noteFailure(findings, crawl, outcome);
    else if (outcome.kind === 'elsewhere') noteElsewhere(findings, outcome);
    else if (outcome.kind === 'delayed') continue;
    else if (outcome.kind === 'file') {
      findings.visits.push({ url: page.url, state: 'VISITED', identity: page.url });
      findings.documents.push(foundPage(crawl.run, new URL(page.url), crawl.metadata));
    } else {
      const { identity, links } = outcome;
      const { contentHash } = page;
      findings.visits.push({ url: page.url, state: 'VISITED', identity, contentHash, links });
      findings.unchanged.push(identity);
    }
  }
  return findings;
}

const backoffOf = ({ url, attempts }: WaitingPage, waitMs = firstWaitMs * 2 ** attempts) => ({
  url,
  waitMs: Math.min(waitMs, maxWaitMs),
});

const attemptsFor = ({ code, details }: AppError) =>
  details.maxAttempts ?? (code.startsWith('PROVIDER_') ? maxVendorAttempts : maxAttempts);

const deservesAnother = (outcome: VisitOutcome): outcome is VisitOutcome & { kind: 'failed' } =>
  outcome.kind === 'failed' &&
  outcome.error.retryable &&
  outcome.page.attempts + 1 < attemptsFor(outcome.error);

/**
 * Records a batch of visits: the links found go into the run and the frontier first, so that a worker that dies in between visits
 * these pages again, and no other. Returns false when the run takes no more.
 */
export async function recordOutcomes(
  context: ScraperContext,
  crawl: RunningCrawl,
  outcomes: readonly VisitOutcome[],
): Promise<boolean> {
  const { database } = context;
  for (const { page, error } of outcomes.filter(deservesAnother))
    await postponePage(database, crawl, backoffOf(page, error.details.retryAfterMs));
  const ended = outcomes.filter((outcome) => !deservesAnother(outcome));
  const { wasMet, hasToWait } = await createMet(context, crawl, ended);
  for (const { page } of ended.filter(hasToWait)) await postponePage(database, crawl, backoffOf(page));
  const inOrder = ended
    .filter((outcome) => !hasToWait(outcome))
    .toSorted((a, b) => (a.page.ordinal < b.page.ordinal ? -1 : 1));
  const findings = sortOutcomes(crawl, inOrder, wasMet);
  if (!(await addFound(context, crawl.run, findings.documents))) return false;
  await noteUnchanged(
    database,
    crawl.run,
    findings.unchanged.map((url) => ({ externalId: url, source: readSourceValues({ url }) })),
  );
  await noteLeftOut(database, crawl.run.id, findings.leftOut);
  // Before their pages count as visited: their links would not be read again.
  const leads = [...findings.readElsewhere, ...findings.links];
  await addCrawlPages(
    database,
    crawl,
    leads.filter(({ url }) => !crawl.wasAdded(url)),
  );
  await recordVisits(database, crawl, [
    ...findings.visits,
    ...findings.readElsewhere.map(({ url }) => ({ url, state: 'DUPLICATE', identity: url }) as const),
  ]);
  return true;
}
