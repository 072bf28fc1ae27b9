import type { ListingProof } from '@docfleet/domain/deletion';
import type { LeftOut, SourceRun } from '@docfleet/domain/run';
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
