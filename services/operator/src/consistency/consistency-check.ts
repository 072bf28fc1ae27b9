import type {
  CountDifference,
  ExpiredChannels,
  RunDiscrepancy,
  StuckDocument,
} from '@docfleet/domain/consistency';
import type { Database } from '@docfleet/domain/database';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';

interface Place {
  readonly namespaceId: string;
}

interface OfDocument extends Place {
  readonly documentId: string;
}

/** Something that is not as it must be once the fleet is at rest. */
export type Finding =
  /** A document that waits for work without a job or a lease. */
  | (OfDocument & { readonly kind: 'STUCK_DOCUMENT'; readonly document: StuckDocument })
  /** Vectors in the store that no chunk has; `orphaned` when their document is gone as well. */
  | (OfDocument & {
      readonly kind: 'UNKNOWN_VECTORS';
      readonly vectorIds: readonly string[];
      readonly orphaned: boolean;
    })
  /** Chunks that searches should find, whose vectors the store does not hold. */
  | (OfDocument & { readonly kind: 'MISSING_VECTORS'; readonly vectorIds: readonly string[] })
  /** Files that no content refers to; `orphaned` when their document is gone. */
  | (OfDocument & {
      readonly kind: 'UNKNOWN_FILES';
      readonly keys: readonly string[];
      readonly orphaned: boolean;
    })
  /** The text of an ingested document is not in the file store. */
  | (OfDocument & { readonly kind: 'MISSING_CONTENT'; readonly key: string })
  /** A store holds nothing of a namespace that has documents in it: as a rule it is another store, or its volume is not mounted. */
  | (Place & { readonly kind: 'EMPTY_STORE'; readonly store: 'vector' | 'file'; readonly documents: number })
  /** A store that did not answer, or refused to, so that its content is unknown. */
  | (Place & { readonly kind: 'UNREAD_STORE'; readonly store: 'vector' | 'file'; readonly reason: string })
  /** Chunks of previous contents that were not cleaned away. */
  | (OfDocument & { readonly kind: 'STALE_CHUNKS'; readonly chunks: number })
  /** A document says that it has another number of chunks than it has. */
  | (OfDocument & {
      readonly kind: 'WRONG_CHUNK_COUNT';
      readonly counted: number | null;
      readonly chunks: number;
    })
  /** Statistics count other documents than there are. */
  | (Place & { readonly kind: 'WRONG_DOCUMENT_COUNT'; readonly differences: readonly CountDifference[] })
  /** A run waits for other documents than it has. */
  | (Place & { readonly kind: 'WRONG_RUN'; readonly run: RunDiscrepancy })
  /** Channels through which a vendor reports changes have ended: they are found by polling alone. */
  | (Place & ExpiredChannels & { readonly kind: 'EXPIRED_CHANNELS' })
  /** Keyword statistics count chunks of documents that are gone. */
  | (Place & { readonly kind: 'ORPHAN_SAMPLES'; readonly samples: number })
  /** Bytes of documents that are gone lie in files of the vector store, for longer than its readers need them. */
  | (Place & {
      readonly kind: 'DELETED_TEXT';
      readonly documentIds: readonly string[];
      readonly files: number;
    })
  /** Indexes of the vector store whose build was killed: writes keep them up, and no search uses them. */
  | (Place & { readonly kind: 'BROKEN_INDEXES'; readonly indexes: readonly string[] })
  /** A folder of a store holds what no namespace has; `isForeign` when no namespace at all has a folder beside it. */
  | (Place & {
      readonly kind: 'STRAY_FOLDER';
      readonly store: 'vectors' | 'files';
      readonly path: string;
      readonly generation: number | undefined;
      readonly isNamespaceGone: boolean;
      readonly isForeign: boolean;
    })
  /** A store that namespaces share holds vectors of a generation that none has; `isProven` when this database once ingested into its namespace. */
  | (Place & {
      readonly kind: 'STRAY_VECTORS';
      readonly name: string;
      readonly vectors: number;
      readonly isNamespaceGone: boolean;
      readonly isProven: boolean;
    })
  /** Chunks of a deleted document in any namespace. */
  | { readonly kind: 'ORPHAN_CHUNKS'; readonly documentId: string };

export type FindingKind = Finding['kind'];

type Sentences = {
  readonly [Kind in FindingKind]: (finding: Extract<Finding, { kind: Kind }>) => string;
};

const sentences: Sentences = {
  STUCK_DOCUMENT: ({ documentId, document }) =>
    `Document ${documentId} has been ${document.status} since ${document.updatedAt.toISOString()}, and no worker holds it`,
  UNKNOWN_VECTORS: ({ documentId, vectorIds, orphaned }) =>
    `The vector store holds ${vectorIds.length} vectors of document ${documentId}, ${orphaned ? 'which is gone' : 'that no chunk has'}`,
  MISSING_VECTORS: ({ documentId, vectorIds }) =>
    `The vector store lacks ${vectorIds.length} vectors of document ${documentId}`,
  UNKNOWN_FILES: ({ documentId, keys, orphaned }) =>
    `The file store holds ${keys.length} files of document ${documentId}, ${orphaned ? 'which is gone' : 'that no content has'}`,
  MISSING_CONTENT: ({ documentId, key }) => `The file store lacks ${key}, the text of document ${documentId}`,
  EMPTY_STORE: ({ namespaceId, store, documents }) =>
    `The ${store} store holds nothing of namespace ${namespaceId}, which has ${documents} documents in it: it is another store than the services', or its volume is not mounted here. Set DATA_DIR and the settings of stores as the services have them; where everything was lost, --repair --rebuild makes it anew`,
  UNREAD_STORE: ({ namespaceId, store, reason }) =>
    `The ${store} store of namespace ${namespaceId} was not compared: ${reason}. Run this again once it answers`,
  STALE_CHUNKS: ({ documentId, chunks }) =>
    `${chunks} chunks of previous contents of document ${documentId} were not cleaned away`,
  WRONG_CHUNK_COUNT: ({ documentId, counted, chunks }) =>
    `Document ${documentId} has ${chunks} chunks and says ${counted ?? 'none'}`,
  WRONG_DOCUMENT_COUNT: ({ differences }) =>
    `The kept counts differ from the documents there are: ${differences
      .map(
        ({ status, documentType, change }) => `${change > 0 ? '+' : ''}${change} ${documentType} ${status}`,
      )
      .join(', ')}`,
  WRONG_RUN: ({ run }) =>
    `Run ${run.id} is ${run.status}, waits for ${run.counted} documents and has ${run.unfinished} before it, of which ${run.lost} are lost to it`,
  EXPIRED_CHANNELS: ({ connectionId, channels }) =>
    `${channels} channels of connection ${connectionId} expired without being renewed: its changes are found by polling alone`,
  ORPHAN_SAMPLES: ({ samples }) =>
    `The keyword statistics count ${samples} chunks of documents that are gone`,
  DELETED_TEXT: ({ documentIds, files }) =>
    `${files} files of the vector store still hold what was deleted, of ${documentIds.length} documents that can be named`,
  STRAY_FOLDER: ({ store, path, namespaceId, isNamespaceGone, isForeign }) =>
    `${path} holds ${store} of namespace ${namespaceId}, ${isNamespaceGone ? 'which is gone' : 'which has others now'}${
      isForeign
        ? '; as no namespace of this database has any beside it, it may be of another installation'
        : ''
    }`,
  STRAY_VECTORS: ({ namespaceId, name, vectors, isNamespaceGone, isProven }) =>
    `The vector store of namespace ${namespaceId} also holds ${vectors} vectors under ${name}, of a namespace that ${isNamespaceGone ? 'is gone' : 'has others now'}${
      isProven
        ? ''
        : '; as this database knows of nothing that was ever ingested into it, they may be of another installation'
    }`,
  BROKEN_INDEXES: ({ namespaceId, indexes }) =>
    `${indexes.length} indexes of the vector store of namespace ${namespaceId} are left of builds that were killed: ${indexes.join(', ')}`,
  ORPHAN_CHUNKS: ({ documentId }) => `There are chunks of document ${documentId}, which is gone`,
};

/** A finding in a sentence, for people. */
export function describeFinding(finding: Finding): string {
  const describe = sentences[finding.kind] as (finding: Finding) => string;
  return describe(finding);
}

/** Ids of documents are UUIDs of version 7, whose first 48 bits are the milliseconds of their making. */
const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Tests whether a document that has no row may be about to get one: its file is stored before it. */
export const isYoung = (documentId: string, quietMs: number): boolean =>
  Math.abs(Date.now() - madeAt(documentId)) < quietMs;

/** Dependencies of a check. */
export interface ConsistencyCheck {
  readonly database: Database;
  /** Opens a namespace's stores; they stay open until the caller closes them. */
  open(namespaceId: string): Promise<NamespaceProviders>;
  /** Milliseconds within which changes count as in progress, and are not checked. */
  readonly quietMs: number;
  /** Milliseconds after which findings are checked again, because an eventually consistent store shows writes late. */
  readonly settleMs: number;
  /** Whether a store that holds nothing of a namespace is taken for emptied, rather than for another one than the services'. */
  readonly rebuilds?: boolean;
  readonly signal: AbortSignal;
  /** Called for a namespace whose vectors lie in files that cannot be read here, so that they may still hold deleted data. */
  readonly onUnread?: (namespaceId: string) => void;
  readonly places: LocalPlaces;
  /** Names of stray generations that were found: many namespaces share a store. Those of stores are not looked for where it is left out. */
  readonly strays?: Set<string>;
}

/** The folders of this machine below which each namespace has one of its own. */
interface LocalPlaces {
  readonly files: string;
  /** Folders of the vector stores that keep their files on this machine. */
  readonly vectors: readonly string[];
}

/** A check of one namespace. */
export interface NamespaceCheck extends ConsistencyCheck {
  readonly namespaceId: string;
  readonly providers: NamespaceProviders;
}
