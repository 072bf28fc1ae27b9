import { analyzerVersion } from '@docfleet/text-analysis/version';
import type { Namespace } from './namespace.ts';

/**
 * How new namespaces, and those that are embedded again, make chunks and vectors of a text. 1: a chunk is embedded as it is, 1,000 tokens
 * unless configured. 2: below the title of its document, 400 tokens unless configured.
 */
const indexingVersion = 2;

/** What a new generation of a namespace is written with. */
export const currentIndexing = { indexingVersion, analyzerVersion } as const;

/** Whether what is embedded begins with the title of its document. */
export const embedsTitles = (version: number): boolean => version >= 2;

/** How a document is cut in a namespace unless the request says how, in tokens. */
export const usualChunkSizes = ({ indexingVersion: version }: Pick<Namespace, 'indexingVersion'>) =>
  version >= 2 ? { chunkSize: 400, chunkOverlap: 80 } : { chunkSize: 1_000, chunkOverlap: 200 };
