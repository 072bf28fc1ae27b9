import type { ListingProof } from '@docfleet/domain/deletion';
import { readSourceValues } from '@docfleet/domain/document';
import { addDocumentsToRun, type FoundDocument, type LeftOut, type SourceRun } from '@docfleet/domain/run';
import type { ScraperContext } from '../context.ts';

/** Result of reading a source. */
export interface Discovery {
  /** Proof that all of it was read; undefined where it was cut short or in part unreadable: then nothing is deleted. */
  readonly proof: ListingProof | undefined;
  /** Sentences for the run's owner about parts that could not be read or were left out. */
  readonly troubles: readonly string[];
}

/** Reads a source into its run; undefined when the run takes no more. May be done again from the beginning or from where it was. */
export type SourceReader = (
  context: ScraperContext,
  run: SourceRun,
  signal: AbortSignal,
) => Promise<Discovery | undefined>;

/** Source to read, with its configuration. */
export type NamedSource = Pick<SourceRun, 'source' | 'config'>;

/** Facts that reading a source yields besides its documents. */
export interface SourceReading {
  isComplete: boolean;
  /** True where a part of the source came to its end without showing that it named everything. */
  isUnproven?: boolean;
  /** The first that went wrong. */
  readonly troubles: string[];
  /** Notes addresses that a rule leaves out. */
  readonly leaveOut?: (leftOut: readonly LeftOut[]) => Promise<void>;
}

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
  source: readSourceValues({ url: url.href }),
  name: null,
  documentType: 'URL',
  ingestionSource: run.source,
  metadata,
  stage: 'FETCH_PAGE',
});
