import type { Egress } from '@docfleet/egress';
import type { MetadataFilter } from '@docfleet/metadata-filter';
import { type OperatorSettings, providersOf } from '@docfleet/provider';
import type { SparseVector } from '@docfleet/text-analysis';

export type MetadataValue = string | number | boolean | readonly string[];

/** A chunk as it is stored: `id` is deterministic, so that writing it again overwrites. */
export interface VectorRecord {
  /** `<documentId>#<content hash>`: a document's vectors share a prefix. */
  readonly id: string;
  readonly documentId: string;
  /** Unit length. */
  readonly values: Float32Array;
  /** The terms of the text with repetition, from `analyze` of @docfleet/text-analysis: the keyword part is made of them. */
  readonly terms: readonly string[];
  /** Weights of the terms, where they are known: those of `encodeTerms`. */
  readonly weights?: SparseVector | undefined;
  readonly text: string;
  readonly source: string;
  readonly type: string;
  readonly tenantId: string | null;
  /** The customer's own; stored under a prefix of its own, so that it cannot collide with the fields above. */
  readonly metadata: Readonly<Record<string, MetadataValue>>;
}

export interface KeywordTerm {
  readonly term: string;
  /** The word of the query that it stands for; the term itself unless given. */
  readonly word?: string;
  /** The term's weight: its inverse document frequency times `factor`. */
  readonly idf: number;
  /** Weight of the term in the query beside its rarity: higher if it is repeated, lower for a function word. 1 by default. */
  readonly factor?: number;
}

export interface KeywordPart {
  /** The query's distinct terms with their inverse document frequency. The keyword part is Σ idf·w(tf) / `total`, at most 1. */
  readonly terms: readonly KeywordTerm[];
  /** Σ idf unless given: less where several terms stand for one word of the query. */
  readonly total?: number;
  readonly semanticWeight: number;
  readonly keywordWeight: number;
}

/** Conditions that a row has to meet to be found. */
export interface Conditions {
  /** Undefined: every tenant. */
  readonly tenantId?: string | undefined;
  /** A store may return more than it matches where the vendor cannot express it: the caller checks rows. */
  readonly filter?: MetadataFilter | undefined;
  /** Only vectors of these documents. Undefined: of all. */
  readonly documentIds?: readonly string[] | undefined;
}

export interface VectorQuery extends Conditions {
  /** Unit length; undefined for a search by words alone, which has a keyword part. */
  readonly vector: Float32Array | undefined;
  /** Present for a hybrid search: score = semanticWeight * max(0, cosine) + keywordWeight * keyword, both parts in 0..1. */
  readonly keyword?: KeywordPart;
  readonly topK: number;
}

export interface VectorHit {
  readonly id: string;
  readonly documentId: string;
  readonly text: string;
  /** The vendor's limits let it keep only the beginning of the text: the whole is in the chunk. */
  readonly textTruncated: boolean;
  /** 0..1, comparable between queries of one namespace. */
  readonly score: number;
  /** The keyword score was computed from the returned `text`, not from the stored terms of the whole text. */
  readonly keywordsFromText?: true;
}

export interface VectorSearchResult {
  /** Best first; equal scores in order of id. */
  readonly hits: readonly VectorHit[];
  /** Set when the store could not do all that was asked; a sentence for the customer. */
  readonly notice?: string;
  /** Set where nothing was searched, as this store compares words only among the nearest vectors: ask again with a vector. */
  readonly needsVector?: true;
}

/** Limits that are inherent in a store; an absent field means no limit. */
interface StoreLimits {
  readonly maxDimensions?: number;
  /** Maximum of bytes of a record's text and metadata together: a longer text is cut, and the hit says so. */
  readonly maxRecordBytes?: number;
  /** Maximum of hits of one search. */
  readonly maxTopK?: number;
}

/** The collections or the index that generations of many namespaces share. */
export interface SharedVectors {
  /** Returns generations that lie there, by the names of `generationName`, and how many vectors they have; at most some thousands. */
  list(signal: AbortSignal): Promise<readonly { readonly name: string; readonly vectors: number }[]>;
  /** Removes all vectors of a generation. */
  purge(name: string, signal: AbortSignal): Promise<void>;
}

/** The vectors of one namespace. Writes repeat harmlessly; every call rejects with PROVIDER_REJECTED, PROVIDER_RATE_LIMITED or PROVIDER_UNAVAILABLE. */
export interface StoredVectors {
  readonly limits: StoreLimits;
  /** Set where searches are computed in this process, and no vendor is waited for. */
  readonly isLocal?: true;
  /** Set where terms are kept as they are written, and weights alone do not make a record. */
  readonly keepsTerms?: true;
  /** Rejects, naming the setting, unless the store answers and takes vectors of this dimension (undefined: not known yet). */
  check(dimensions: number | undefined, signal: AbortSignal): Promise<void>;
  /** Writes all records, in as many requests as the vendor's limits ask for. Resolves when they are durable, not yet when they are visible. */
  upsert(records: readonly VectorRecord[], signal: AbortSignal): Promise<void>;
  /** Removes vectors by id; absent ones are no error. */
  remove(ids: readonly string[], signal: AbortSignal): Promise<void>;
  /** Replaces the customer's metadata of these vectors without touching their values. */
  updateMetadata(
    ids: readonly string[],
    metadata: VectorRecord['metadata'],
    signal: AbortSignal,
  ): Promise<void>;
  /** Replaces the terms of these vectors, whose texts stay: what a change of the text analysis asks for. Absent vectors are no error. */
  updateTerms(terms: ReadonlyMap<string, VectorRecord['terms']>, signal: AbortSignal): Promise<void>;
  /** Ids that the store holds for a document, however they came there: what a verified purge asks. */
  idsOfDocument(documentId: string, signal: AbortSignal): Promise<string[]>;
  /** Every id that the store holds, in pages of at most 1,000 and in no order: what an operator's comparison with the database reads. */
  listIds(signal: AbortSignal): AsyncIterable<readonly string[]>;
  /** Vectors of these ids, at most 1,000, with what their keywords are made of, as they are stored and in no order; absent ones are left out. With `listIds` it reads back the whole. */
  readVectors(ids: readonly string[], signal: AbortSignal): Promise<readonly StoredVector[]>;
  /**
   * Searches the files of the store itself for deleted data that remains after the time for readers. Files that do not lie on this
   * machine are not read; the result counts them.
   */
  findRemains(findExisting: FindExisting, signal: AbortSignal): Promise<Remains>;
  /** Set where vectors of other namespaces lie beside these, of which some may be of none that there is. */
  readonly shared?: SharedVectors;
  /** Removes everything of this namespace. */
  purge(signal: AbortSignal): Promise<void>;
  /** Returns the number of vectors of the namespace. */
  count(signal: AbortSignal): Promise<number>;
  /**
   * Keeps the store fast (compaction, indexes) and removes deleted data from its files; does nothing where the vendor does it. Safe
   * to call at any time. `isThorough` rewrites everything that may hold deleted data.
   */
  maintain(signal: AbortSignal, isThorough?: boolean): Promise<void>;
  /** Names of indexes that a killed build has left, which nothing uses until `maintain` makes them anew; absent where the vendor keeps indexes. */
  findBrokenIndexes?(signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface StoredVector {
  readonly id: string;
  readonly values: Float32Array;
  /** Undefined where the store has a part of it only. */
  readonly text: string | undefined;
  /** Undefined in a store that keeps their weights alone. */
  readonly terms?: readonly string[];
  readonly weights: SparseVector;
}

/** A store that computes the weighted score itself. */
export interface ScoringStore extends StoredVectors {
  search(query: VectorQuery, signal: AbortSignal): Promise<VectorSearchResult>;
}

/** A store that brings candidates, which the search scores by exact parts: see `searchStore` of @docfleet/search. */
export interface CandidateStore extends StoredVectors {
  readonly candidates: CandidateSource;
}

export type VectorStore = ScoringStore | CandidateStore;

/** Key of a row in a candidate store, valid within one search. */
export type RowKey = bigint | string;

interface NearestRows {
  /** By falling cosine. */
  readonly rows: readonly { readonly row: RowKey; readonly cosine: number }[];
  /** Whether the cosines are computed from the stored vectors, and no estimates of an index. */
  readonly isExact: boolean;
}

/** Parts of a row's score; those that were not asked for are absent. */
export interface RowScore {
  /** -1..1. */
  readonly cosine?: number;
  /** The dot product of the row's term weights with the query's, from 0 to a hair past 1. */
  readonly keyword?: number;
}

/** Source of the rows of a search. A row that is gone by the time it is scored or read is left out. */
export interface CandidateSource {
  /** Rows that each half of a hybrid search requests first; 100 unless given. A larger number avoids a second request where rows cost little. */
  readonly rowsAtOnce?: number;
  /** The nearest rows. Fewer than `limit` are all that meet the conditions. `isFinal` is set where no other part is compared, and exact cosines spare a step. */
  nearest(
    query: {
      readonly vector: Float32Array;
      readonly conditions: Conditions;
      readonly limit: number;
      readonly isFinal?: boolean;
    },
    signal: AbortSignal,
  ): Promise<NearestRows>;
  /**
   * Rows that have one of the terms, by falling keyword part: an estimate from 0 to 1, rather above than below what `score` returns. Fewer than `limit` are all
   * that have one and meet the conditions. `total` is the divisor of the keyword part, as in KeywordPart.
   */
  matching(
    query: {
      readonly terms: readonly KeywordTerm[];
      readonly total: number;
      readonly conditions: Conditions;
      readonly limit: number;
    },
    signal: AbortSignal,
  ): Promise<readonly { readonly row: RowKey; readonly keyword: number }[]>;
  /** Exact parts of these rows, from stored vectors and stored term weights; `weights` are the query's by term id. */
  score(
    rows: readonly RowKey[],
    parts: { readonly vector?: Float32Array; readonly weights?: ReadonlyMap<number, number> },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<RowKey, RowScore>>;
  /** Returns the parts of the rows that hits show. */
  read(
    rows: readonly RowKey[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<RowKey, Pick<VectorHit, 'id' | 'documentId' | 'text'>>>;
}

/** Returns which documents of these ids there are. */
export type FindExisting = (documentIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** Deleted content that is left in files. */
export interface Remains {
  /** Ids of up to a thousand deleted documents with data left in files, as far as the files contain ids. */
  readonly documentIds: readonly string[];
  /** Number of files with data that is no longer needed. */
  readonly files: number;
  /** Number of stores that were not read, because their files are elsewhere. */
  readonly unread: number;
}

/** Answer of a store whose files lie elsewhere. */
export const unreadRemains: Remains = { documentIds: [], files: 0, unread: 1 };

export interface VectorStoreContext {
  /** The namespace's id: it keeps namespaces that share an index or a folder apart, and is never used again. */
  readonly namespaceId: string;
  /** Counts the models and stores of the namespace: each has a place of its own, as vectors of two cannot be compared. 1 by default. */
  readonly generation?: number;
  readonly egress: Egress;
  /** Settings of the operator, of which each provider reads its own. */
  readonly settings?: OperatorSettings | undefined;
  /** Milliseconds that files of old versions stay for readers, in place of the provider's setting. */
  readonly retentionMs?: number;
  /** Delays, in milliseconds, before an eventually consistent vendor is asked again for a recent write; 7.75 s in all by default. */
  readonly settleMs?: readonly number[];
}

/** Returns the name of a generation's table, collection or index namespace. */
export const generationName = ({ namespaceId, generation = 1 }: VectorStoreContext): string =>
  generation === 1 ? namespaceId : `${namespaceId}-${generation}`;

/** Returns what a name of `generationName` stands for; undefined for another. */
export function readGenerationName(
  name: string,
): Required<Pick<VectorStoreContext, 'namespaceId' | 'generation'>> | undefined {
  const [, namespaceId, generation = '1'] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-(\d{1,9}))?$/.exec(name) ?? [];
  return namespaceId === undefined ? undefined : { namespaceId, generation: Number(generation) };
}

/** Declares a provider: the strict schema of its configuration, and how to open it. */
export const defineVectorStoreProvider = providersOf<VectorStoreContext, VectorStore>();
