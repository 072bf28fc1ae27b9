import type { DocumentType, IngestionSource } from '@docfleet/database';

/** What would be ingested, and into what. */
export interface EstimateOrder {
  readonly namespaceId: string;
  readonly namespaceVersion: number;
  readonly tenantId: string | null;
  readonly source: IngestionSource;
  readonly documentType: DocumentType;
  /** Of a text or a file; sources on the web name their documents themselves. */
  readonly externalId: string | null;
  /** The request's `config`, as ingestion would keep it. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}

/** What one content comes to. */
export interface ContentCounts {
  /** UTF-16 units of its Markdown. */
  readonly characters: number;
  /** Of all its chunks, with what they share. */
  readonly tokens: number;
  readonly chunks: number;
  /** Chunks whose vectors are not stored yet. */
  readonly embeddings: number;
  /** The tokens of these. */
  readonly embeddedTokens: number;
}

/** What would become of a document. */
export interface EstimatedItem {
  readonly externalId: string;
  readonly name: string | null;
  readonly wouldBe: 'NEW' | 'UNCHANGED' | 'CHANGED' | 'SKIPPED' | 'UNKNOWN';
  /** Why it is SKIPPED or UNKNOWN. */
  readonly reason: string | null;
  /** Null when it was not read. */
  readonly counts: ContentCounts | null;
}

/** A number, and whether it was counted or concluded from a sample. */
export interface Figure {
  readonly value: number;
  readonly isExact: boolean;
}

/** What an estimate came to. */
export interface EstimateOutcome {
  readonly figures: Readonly<Record<'documents' | 'skipped' | 'ocrPages' | keyof ContentCounts, Figure>>;
  /** How many documents were read for it. */
  readonly read: number;
  /** Whether all was read that was meant to be, before the time was over. */
  readonly isComplete: boolean;
  /** What could not be read of the source itself. */
  readonly trouble: string | null;
  /** The first of the documents. */
  readonly items: readonly EstimatedItem[];
}
