import type { WaitingConversion } from '@docfleet/domain/conversion';
import type { AppError } from '@docfleet/errors';
import type { Resources } from '@docfleet/pipeline/resources';
import type { PriceTable } from '@docfleet/pipeline/spending';
import type { Turns } from '@docfleet/runtime/fairness';
import type { JudgeOutcome } from '@docfleet/runtime/metrics';
import type { SearchContext } from '@docfleet/search';
import { type Limits, routeFor } from './route.ts';

/** Resources that jobs of extensions work with in the embedder. */
export interface JobContext extends SearchContext, Pick<Resources, 'logger'> {
  /** Prices for estimates; without it estimates have no cost. */
  readonly priceTable?: PriceTable | undefined;
  /** Counts a request to the second judge of an answer. */
  readonly onAnswerJudged?: ((outcome: JudgeOutcome) => void) | undefined;
}

type Shared = Pick<Resources, 'database' | 'vault' | 'providers'>;

/** Result of reading one address: its page, or the reason why it has none. */
export type ReadPage =
  | { readonly kind: 'page'; readonly title: string | undefined; readonly text: string }
  | { readonly kind: 'file' }
  | { readonly kind: 'failed'; readonly error: AppError };

/** Result of a visit to a page of a site, whose links lead on. */
export type VisitedPage =
  | {
      readonly kind: 'page';
      readonly identity: string;
      readonly title: string | null;
      readonly text: string;
      readonly contentHash: string;
      readonly links: readonly string[];
      /** Whether it is to become a document. */
      readonly isWanted: boolean;
    }
  | { readonly kind: 'unchanged'; readonly links: readonly string[] }
  | { readonly kind: 'file' | 'elsewhere' | 'delayed' }
  | { readonly kind: 'failed'; readonly error: AppError };

/** A source on the web, read by the code that ingests it; nothing of it is stored. */
export interface ReadableSource {
  readonly maxDepth: number;
  readonly maxLinks: number;
  /** Pages that may be read at once. */
  readonly pagesAtOnce: number;
  /** Yields the external ids that a list or a sitemap names; adds to `troubles` what of it cannot be read. */
  list(signal: AbortSignal, troubles: string[]): AsyncIterable<string>;
  /** Reads an item of a list or a sitemap. Rejects only with errors that are not caused by the page itself. */
  read(externalId: string, signal: AbortSignal): Promise<ReadPage>;
  /** Opens a website for visits. Rejects with INVALID_INGEST_CONFIG. */
  openSite(): {
    readonly start: string;
    visit(url: string, depth: number, signal: AbortSignal): Promise<VisitedPage>;
  };
}

/** Resources that jobs of extensions work with in the scraper. */
export interface ScraperJobContext extends Shared {
  /** Opens a source with the scraper of its namespace; `source` and `config` are those of an ingestion. */
  openSource(
    request: { readonly source: string; readonly config: Readonly<Record<string, unknown>> },
    providers: Awaited<ReturnType<Resources['providers']['open']>>,
  ): ReadableSource;
}

/** Resources that jobs of extensions work with in the parser. */
export interface ParserJobContext extends Shared {
  /** Converts the file of a caller who waits, and lends `use` the path of its Markdown; a text is lent as it is. */
  withMarkdown<Result>(
    conversion: WaitingConversion,
    options: { readonly isText: boolean; readonly signal: AbortSignal },
    use: (converted: { readonly path: string; readonly ocrPages: number }) => Promise<Result>,
  ): Promise<Result>;
}

/** Resources for the jobs of extensions, by the service that runs them. */
export interface JobContexts {
  embedder: JobContext;
  scraper: ScraperJobContext;
  parser: ParserJobContext;
}

/** Resources that routes of extensions work with. */
export interface ApiContext extends JobContext, Pick<Resources, 'dispatcher' | 'producer' | 'vault'> {
  /** Whether a second request judges the sentences of answers, unless a request says otherwise. */
  readonly answerJudge?: 'NONE' | 'CHAT_MODEL';
  /** Turns for answers, by organization. */
  readonly answerTurns: Turns;
  /** Signs links and cursors. */
  readonly linkKey: Uint8Array;
  readonly limits: Limits;
  /** Time limit of a conversion during a request, in milliseconds. */
  readonly conversionTimeoutMs: number;
}

/** Declares a route of an extension. */
export const extensionRoute = routeFor<ApiContext>();
