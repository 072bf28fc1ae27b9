import type { DocumentStage } from '@docfleet/database';
import { isReadable } from '../ingest/source-queue.ts';

/** The first stage of a resync; content that came with its request cannot be read again. */
const firstStages: Readonly<Record<string, DocumentStage | undefined>> = {
  TEXT: undefined,
  FILE: undefined,
  URL: 'FETCH_PAGE',
};

/** Returns the stage that reads a document from its source again; undefined when it has none. Every other type is a connector's. */
export function firstStage({
  documentType,
  ingestionSource,
}: {
  documentType: string;
  ingestionSource: string;
}): DocumentStage | undefined {
  if (!isReadable(ingestionSource)) return undefined;
  return Object.hasOwn(firstStages, documentType) ? firstStages[documentType] : 'FETCH_ITEM';
}
