import { addDocumentsToRun, type FoundDocument, type SourceRun } from '@docfleet/domain/run';
import type { ScraperContext } from '../context.ts';

const batchSize = 200;

/** Adds a batch to the run, into the queue as far as its namespace's window has room; false when the run takes no more. */
export async function addFound(
  { database, dispatcher, admissionWindow }: ScraperContext,
  run: SourceRun,
  found: readonly FoundDocument[],
): Promise<boolean> {
  if (found.length === 0) return true;
  const jobs = await addDocumentsToRun(database, run.id, found, admissionWindow);
  if (jobs) dispatcher.dispatch(jobs);
  return jobs !== undefined;
}

/** Adds documents batch by batch as they are named, however many; false when the run takes no more. */
export async function addAllFound(
  context: ScraperContext,
  run: SourceRun,
  found: AsyncIterable<FoundDocument> | Iterable<FoundDocument>,
): Promise<boolean> {
  let batch: FoundDocument[] = [];
  for await (const one of found) {
    batch.push(one);
    if (batch.length < batchSize) continue;
    if (!(await addFound(context, run, batch))) return false;
    batch = [];
  }
  return addFound(context, run, batch);
}

/** A web page that is to be fetched. */
export const foundPage = (
  run: Pick<SourceRun, 'source'>,
  url: URL,
  metadata: Readonly<Record<string, unknown>>,
): FoundDocument => ({
  externalId: url.href,
  name: null,
  documentType: 'URL',
  ingestionSource: run.source,
  metadata,
  stage: 'FETCH_PAGE',
});
