import type { ChunkConfig, DocumentStatus, Input, Metadata } from '@docfleet/sdk';
import { describeProblem } from '../../../parts/describe-problem.ts';

/** The settings of all files that were dropped together. */
export interface UploadRequest {
  readonly namespaceId: string;
  /** Null: none. */
  readonly tenantId: string | null;
  readonly metadata?: Metadata;
  readonly chunkConfig?: ChunkConfig;
  readonly ocrConfig?: NonNullable<Input<'POST /v1/ingest/file'>['ocrConfig']>;
  /** The external id of the document that the file replaces. */
  readonly externalId?: string;
  /** Without one: whether the path is the external id, so that the next file with this path replaces the document. */
  readonly replaces: boolean;
  /** Larger files are not sent. */
  readonly maxBytes: number;
}

/** How far a file is. */
export type UploadState =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  | { readonly kind: 'failed'; readonly error: unknown }
  | {
      readonly kind: 'accepted';
      readonly documentId: string;
      readonly runId: string;
      /** The last known state of the document. */
      readonly status: DocumentStatus;
      readonly error: string | null;
    };

/** A file on its way. */
export interface Upload {
  /** Also its key with the service, so that sending it twice ingests it once. */
  readonly id: string;
  readonly path: string;
  readonly file: File;
  readonly request: UploadRequest;
  readonly state: UploadState;
}

const ended: readonly string[] = ['SUCCESS', 'FAILED', 'CANCELLED'];

/** Whether nothing more will happen with a file by itself. */
export const isOver = ({ state }: Upload): boolean =>
  state.kind === 'accepted'
    ? ended.includes(state.status)
    : state.kind === 'refused' || state.kind === 'failed';

/** Whether a file needs action: it was rejected, or failed. */
export const isWrong = ({ state }: Upload): boolean =>
  state.kind === 'accepted'
    ? state.status === 'FAILED' || state.status === 'CANCELLED'
    : state.kind === 'failed';

/** Whether a file is still on this side. */
export const isHere = ({ state }: Upload): boolean => state.kind === 'waiting' || state.kind === 'sending';

/** Why a file was not sent or could not be read; undefined while nothing is wrong with it. */
export function reasonOf({ state }: Upload): string | undefined {
  if (state.kind === 'refused') return state.reason;
  if (state.kind === 'failed') return describeProblem(state.error).title;
  return state.kind === 'accepted' ? (state.error ?? undefined) : undefined;
}
