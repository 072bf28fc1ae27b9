import { setTimeout as sleep } from 'node:timers/promises';
import { readCrawlProgress, takeWaitingPages } from '@docfleet/domain/crawl';
import { findPreviousFetches } from '@docfleet/domain/document';
import { keepRunAlive } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import type { ScraperContext } from '../context.ts';
import { type RunningCrawl, recordOutcomes } from './record-outcomes.ts';
import { type NextPage, type VisitOutcome, type Visitor, visitPage } from './visit-page.ts';

/** Visits in a row without a delay after which one more is begun at once. */
const servedForMore = 20;

/** Number of concurrent visits of a crawl: the maximum, or one where its host wants its pages further apart. */
interface CrawlPace {
  mayBegin(underWay: number): boolean;
  /** Milliseconds until a visit may begin. */
  waitMs(): number;
  /** Records the delay of a postponed visit. */
  delay(waitMs: number): void;
  /** A visit was made. */
  served(): void;
}

export function createPace(maxVisits: number): CrawlPace {
  let slots = maxVisits;
  let served = 0;
  let pausedUntil = 0;
  const waitMs = () => Math.max(0, pausedUntil - Date.now());
  return {
    waitMs,
    mayBegin: (underWay) => underWay < slots && waitMs() === 0,
    delay(ms) {
      slots = 1;
      served = 0;
      const until = Date.now() + ms;
      // Visits that began together are put off one behind the other: the first of them is the next.
      pausedUntil = waitMs() > 0 ? Math.min(pausedUntil, until) : until;
    },
    served() {
      served += 1;
      if (served % servedForMore === 0 && slots < maxVisits) slots += 1;
    },
  };
}

/** Visits that are written down together, and pages that are taken out of the frontier together. */
const batchSize = 32;
/** Visits that may wait to be written down: the memory of a crawl. */
const maxUnrecorded = 4 * batchSize;
const maxSleepMs = 5_000;
/** A crawl that has to wait longer than this lets another one have its place, and goes on later. */
const maxWaitMs = 60_000;

const laterOn = (retryAfterMs: number) =>
  new AppError('SERVICE_UNAVAILABLE', 'The site wants to be left alone for a while', {
    details: { retryAfterMs },
  });

/** Sleeps for some seconds at most; rejects with SERVICE_UNAVAILABLE, to be gone on with later, for a longer wait. */
async function rest(waitMs: number, signal: AbortSignal): Promise<void> {
  if (waitMs > maxWaitMs) throw laterOn(waitMs);
  await sleep(Math.min(Math.max(waitMs, 10), maxSleepMs), undefined, { signal });
}

/** Takes pages out of the frontier, in the order in which they were found. */
function createFrontier({ database }: ScraperContext, crawl: RunningCrawl, reading: string) {
  let waiting: NextPage[] = [];
  let after = -1n;

  async function refill(): Promise<void> {
    const pages = await takeWaitingPages(database, crawl, { after, count: batchSize });
    after = pages.at(-1)?.ordinal ?? after;
    const known = pages.flatMap((page) => page.identity ?? []);
    const place = { ...crawl.run, reading };
    const previous = known.length > 0 ? await findPreviousFetches(database, place, known) : undefined;
    waiting = pages.map((page) => ({ page, previous: previous?.get(page.identity ?? page.url) }));
  }

  return {
    /** Undefined when there is none at this moment. */
    async take(): Promise<NextPage | undefined> {
      if (waiting.length === 0) await refill();
      return waiting.shift();
    },
    /** Takes back a page that was not visited: it is the next. */
    putBack(next: NextPage): void {
      waiting.unshift(next);
    },
    /** Waits for pages that were postponed, which lie behind all that was taken; false when no page is left, or the run takes no more. */
    async waitForPostponed(signal: AbortSignal): Promise<'done' | 'closed' | 'again'> {
      const { waiting: left, nextInMs } = await readCrawlProgress(database, crawl);
      if (left === 0) return 'done';
      if (!(await keepRunAlive(database, crawl.run.id))) return 'closed';
      await rest(nextInMs ?? 0, signal);
      waiting = [];
      after = -1n;
      return 'again';
    },
  };
}

/** Visits that have ended and are not written down, and pages that were not visited. */
function createEnded(pace: CrawlPace) {
  let ended: VisitOutcome[] = [];
  let delayed: NextPage[] = [];
  return {
    count: () => ended.length,
    note(next: NextPage, outcome: VisitOutcome): void {
      if (outcome.kind !== 'delayed') {
        pace.served();
        ended.push(outcome);
        return;
      }
      pace.delay(outcome.waitMs);
      delayed.push(next);
    },
    take(): VisitOutcome[] {
      const outcomes = ended;
      ended = [];
      return outcomes;
    },
    /** Pages whose host wanted them later. */
    takeDelayed(): NextPage[] {
      const pages = delayed;
      delayed = [];
      return pages;
    },
  };
}

/** Visits that are under way. */
function createVisits(context: ScraperContext, visitor: Visitor, signal: AbortSignal) {
  const stop = new AbortController();
  const stopping = AbortSignal.any([signal, stop.signal]);
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const pace = createPace(context.settings.pagesAtOnce);
  const ended = createEnded(pace);
  return {
    ended,
    waitMs: pace.waitMs,
    hasRoom: () => pace.mayBegin(running.size),
    underWay: () => running.size,
    begin(next: NextPage): void {
      const visit: Promise<void> = visitPage(context, visitor, next, stopping)
        .then(
          (outcome) => ended.note(next, outcome),
          (error: unknown) => void failures.push(error),
        )
        .finally(() => running.delete(visit));
      running.add(visit);
    },
    /** Resolves when a visit, or something else, has ended; rejects when a visit failed for a reason that is not its page's. */
    async waitForOne(others: readonly Promise<unknown>[]): Promise<void> {
      await Promise.race([...running, ...others]);
      if (failures.length > 0) throw failures[0];
    },
    async close(): Promise<void> {
      stop.abort(new AppError('SERVICE_UNAVAILABLE', 'The crawl has ended'));
      await Promise.all(running);
    },
  };
}

/** Writes batches down, one after the other, while visits continue. */
function createRecorder(context: ScraperContext, crawl: RunningCrawl) {
  let recording: Promise<void> | undefined;
  let isClosed = false;
  return {
    underWay: () => (recording === undefined ? [] : [recording]),
    /** Whether the run takes no more. */
    isClosed: () => isClosed,
    begin(outcomes: readonly VisitOutcome[]): void {
      recording = recordOutcomes(context, crawl, outcomes)
        .then((isOpen) => {
          isClosed = !isOpen;
        })
        .finally(() => {
          recording = undefined;
        });
      // A failure rejects for the code that awaits it; until then it must not count as unhandled.
      recording.catch(() => undefined);
    },
  };
}

/**
 * Visits the pages of the frontier with limited concurrency until none is left: records visits in batches while others continue.
 * False when the run takes no more.
 */
export async function visitFrontier(
  context: ScraperContext,
  crawl: RunningCrawl,
  visitor: Visitor,
  signal: AbortSignal,
): Promise<boolean> {
  const frontier = createFrontier(context, crawl, visitor.reading);
  const visits = createVisits(context, visitor, signal);
  const recorder = createRecorder(context, crawl);
  try {
    for (;;) {
      signal.throwIfAborted();
      if (recorder.isClosed()) return false;
      for (const next of visits.ended.takeDelayed().reverse()) frontier.putBack(next);
      const mayBegin = visits.hasRoom() && visits.ended.count() < maxUnrecorded;
      const next = mayBegin ? await frontier.take() : undefined;
      if (next) {
        visits.begin(next);
        continue;
      }
      const isIdle = visits.hasRoom() || visits.underWay() === 0;
      const isBatch = visits.ended.count() >= batchSize || (isIdle && visits.ended.count() > 0);
      if (isBatch && recorder.underWay().length === 0) recorder.begin(visits.ended.take());
      const underWay = recorder.underWay();
      if (visits.underWay() > 0 || underWay.length > 0) await visits.waitForOne(underWay);
      else if (visits.waitMs() > 0) {
        if (!(await keepRunAlive(context.database, crawl.run.id))) return false;
        await rest(visits.waitMs(), signal);
      } else {
        const outcome = await frontier.waitForPostponed(signal);
        if (outcome !== 'again') return outcome === 'done';
      }
    }
  } finally {
    await Promise.allSettled([visits.close(), ...recorder.underWay()]);
  }
}
