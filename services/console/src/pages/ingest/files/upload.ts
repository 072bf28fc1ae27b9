import type { ChunkConfig, DocumentStatus, Input, Metadata } from '@docfleet/sdk';
import { describeProblem } from '../../../parts/describe-problem.ts';

/** Settings of all files that were added together. */
export interface UploadRequest {
  readonly namespaceId: string;
  /** Tenant of the documents; null for none. */
  readonly tenantId: string | null;
  readonly metadata?: Metadata;
  readonly chunkConfig?: ChunkConfig;
  readonly ocrConfig?: NonNullable<Input<'POST /v1/ingest/file'>['ocrConfig']>;
  readonly htmlContent?: 'WHOLE';
  /** External id of the document that the file replaces. */
  readonly externalId?: string;
  /** Whether, without an external id, the path becomes the external id, so that a later file with this path replaces the document. */
  readonly replaces: boolean;
  /** Maximum size of a file in bytes; larger files are not sent. */
  readonly maxBytes: number;
}

/** Progress of a file: rejected by the console, waiting, being sent, not sent because of an error, or accepted by the service. */
export type UploadState =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  | { readonly kind: 'failed'; readonly error: unknown }
  | {
      readonly kind: 'accepted';
      readonly documentId: string;
      readonly runId: string;
      /** Last known status of the document. */
      readonly status: DocumentStatus;
      readonly error: string | null;
    };

/** File in the upload queue. */
export interface Upload {
  /** Id of the upload, which is also its idempotency key: sending it twice ingests it once. */
  readonly id: string;
  readonly path: string;
  readonly file: File;
  readonly request: UploadRequest;
  readonly state: UploadState;
}

const ended: readonly string[] = ['SUCCESS', 'FAILED', 'CANCELLED'];

/** Returns whether an upload has ended: no further progress without the user. */
export const isOver = ({ state }: Upload): boolean =>
  state.kind === 'accepted'
    ? ended.includes(state.status)
    : state.kind === 'refused' || state.kind === 'failed';

/** Returns whether an upload needs action: it could not be sent, or its ingestion failed or was canceled. */
export const isWrong = ({ state }: Upload): boolean =>
  state.kind === 'accepted'
    ? state.status === 'FAILED' || state.status === 'CANCELLED'
    : state.kind === 'failed';

/** Returns whether a file has not been accepted by the service yet and is still to be sent. */
export const isHere = ({ state }: Upload): boolean => state.kind === 'waiting' || state.kind === 'sending';

/** Returns the reason why a file was rejected, not sent or not ingested; undefined without an error. */
export function reasonOf({ state }: Upload): string | undefined {
  if (state.kind === 'refused') return state.reason;
  if (state.kind === 'failed') return describeProblem(state.error).title;
  return state.kind === 'accepted' ? (state.error ?? undefined) : undefined;
}
