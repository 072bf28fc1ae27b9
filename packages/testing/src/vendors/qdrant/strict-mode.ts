import { QdrantRefusal } from './refusal.ts';

/** A collection as its server knows it. */
export interface StoredCollection {
  readonly config: {
    readonly vectors: Record<string, { readonly size: number; readonly distance: string }>;
    readonly sparse_vectors: Record<string, { readonly modifier?: string }>;
    readonly hnsw_config: { readonly m: number; readonly payload_m?: number };
  };
  readonly indexes: Map<string, { readonly type: string; readonly is_tenant?: boolean }>;
}

/** The strict mode of a server's collections, in the vendor's words. */
export interface StrictMode {
  readonly max_query_limit?: number;
  readonly upsert_max_batchsize?: number;
  readonly search_max_batchsize?: number;
  readonly search_max_hnsw_ef?: number;
  readonly search_allow_exact?: boolean;
  readonly unindexed_filtering_retrieve?: boolean;
  readonly unindexed_filtering_update?: boolean;
  readonly condition_max_size?: number;
  readonly filter_max_conditions?: number;
}

interface Condition {
  readonly key?: string;
  readonly match?: { readonly any?: readonly unknown[] };
  readonly range?: object;
  readonly has_id?: readonly unknown[];
  readonly nested?: { readonly key: string; readonly filter: Filter };
}
type Parts = { readonly [part in 'must' | 'should' | 'must_not']?: readonly (Condition & Filter)[] };
export type Filter = Parts & Condition;

export interface Search {
  readonly prefetch?: readonly Search[];
  readonly query: unknown;
  readonly using?: string;
  readonly limit?: number;
  readonly filter?: Filter;
  readonly params?: { readonly hnsw_ef?: number; readonly exact?: boolean };
}

const refuse = (message: string): never => {
  throw new QdrantRefusal(400, `Bad request: ${message}`);
};

/** Refuses a value above its limit, as the vendor says it. */
export function requireAtMost(value: number | undefined, limit: number | undefined, name: string): void {
  if (value !== undefined && limit !== undefined && value > limit)
    refuse(
      `Limit exceeded ${value} > ${limit} for "${name}". Help: Reduce the "${name}" parameter to or below ${limit}.`,
    );
}

interface Named extends Condition {
  /** Key with those of the nested conditions around it. */
  readonly path: string | undefined;
}

/** Returns the conditions of a filter at any depth. */
function conditionsOf(filter: Filter | undefined, prefix = ''): Named[] {
  const parts = [...(filter?.must ?? []), ...(filter?.should ?? []), ...(filter?.must_not ?? [])];
  return parts.flatMap((one) => {
    if (one.nested) return conditionsOf(one.nested.filter, `${prefix}${one.nested.key}[].`);
    if (one.key === undefined && !one.has_id) return conditionsOf(one, prefix);
    return { ...one, path: one.key === undefined ? undefined : prefix + one.key };
  });
}

/** Refuses a filter that the strict mode does not allow: it names a field without an index of the right type, or is too large. */
export function checkFilter(
  { indexes }: StoredCollection,
  strict: StrictMode,
  filter: Filter | undefined,
  allowsUnindexed: boolean | undefined,
): void {
  const conditions = conditionsOf(filter);
  for (const { path, match } of conditions) {
    const type = match ? 'keyword' : 'float';
    if (allowsUnindexed === false && path !== undefined && indexes.get(path)?.type !== type)
      refuse(
        `Index required but not found for "${path}" of one of the following types: [${type}]. Help: Create an index for this key or use a different filter.`,
      );
  }
  const { filter_max_conditions: maxConditions, condition_max_size: maxSize } = strict;
  if (maxConditions !== undefined && conditions.length > maxConditions)
    refuse(`Filter condition limit reached (${conditions.length} > ${maxConditions})`);
  const size = Math.max(
    0,
    ...conditions.map(({ match, has_id: ids }) => match?.any?.length ?? ids?.length ?? 0),
  );
  if (maxSize !== undefined && size > maxSize) refuse(`Condition size limit reached (${size} > ${maxSize})`);
}

/** Refuses a search by meaning that has no graph to follow: it names no tenant where there is no graph of all points. */
function checkFullScan({ config, indexes }: StoredCollection, { using = '', filter }: Search): void {
  if (!(using in config.vectors) || config.hnsw_config.m > 0) return;
  if (!conditionsOf(filter).some(({ path }) => path !== undefined && indexes.get(path)?.is_tenant))
    refuse(
      `Request is forbidden on '${using}' because global vector indexing is disabled (hnsw_config.m = 0). Help: Use tenant-specific filter, enable global vector indexing or enable strict mode \`search_allow_exact\` option`,
    );
}

/** Refuses a search that the strict mode does not allow. Each nested search is judged by its own filter, before those around it reach it. */
export function checkSearch(
  collection: StoredCollection,
  strict: StrictMode,
  search: Search,
  isNested = false,
): void {
  for (const inner of search.prefetch ?? []) checkSearch(collection, strict, inner, true);
  const { limit = 10, filter, params } = search;
  const scans = isNested || !search.prefetch;
  if (strict.search_allow_exact === false && scans) checkFullScan(collection, search);
  requireAtMost(limit, strict.max_query_limit, 'limit');
  checkFilter(collection, strict, filter, strict.unindexed_filtering_retrieve);
  if (params?.exact && strict.search_allow_exact === false)
    refuse('Exact search disabled!. Help: Set exact=false.');
  requireAtMost(params?.hnsw_ef, strict.search_max_hnsw_ef, 'hnsw_ef');
}
