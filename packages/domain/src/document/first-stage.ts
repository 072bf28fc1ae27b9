import type { DocumentStage, DocumentType, IngestionSource } from '@docfleet/database';
import { readableSources } from '../ingest/source-queue.ts';

/** The first stage of a resync; content that came with its request cannot be read again. */
const firstStages = {
  TEXT: undefined,
  FILE: undefined,
  URL: 'FETCH_PAGE',
  NOTION_DOCUMENT: 'FETCH_ITEM',
  GOOGLE_DRIVE_DOCUMENT: 'FETCH_ITEM',
  DROPBOX_DOCUMENT: 'FETCH_ITEM',
  ONEDRIVE_DOCUMENT: 'FETCH_ITEM',
  SHAREPOINT_DOCUMENT: 'FETCH_ITEM',
  BOX_DOCUMENT: 'FETCH_ITEM',
  CONFLUENCE_DOCUMENT: 'FETCH_ITEM',
  S3_DOCUMENT: 'FETCH_ITEM',
} as const satisfies Record<DocumentType, DocumentStage | undefined>;

/** Returns the stage that reads a document from its source again; undefined when it has none. */
export const firstStage = ({
  documentType,
  ingestionSource,
}: {
  documentType: DocumentType;
  ingestionSource: IngestionSource;
}): DocumentStage | undefined =>
  readableSources.includes(ingestionSource) ? firstStages[documentType] : undefined;
