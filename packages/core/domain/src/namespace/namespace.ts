import type { NamespaceModel } from '@docfleet/database';
import { type NamespaceConfigs, parseConfigs } from './configs.ts';

/** A namespace as it may be shown: its configurations are without secrets. */
export interface Namespace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** Counts changes of the configuration. */
  readonly version: number;
  readonly configs: NamespaceConfigs;
  /** Analyzer version that all keywords are encoded with; null or an older one while some still have to be encoded again. */
  readonly analyzerVersion: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The columns of a namespace without those that contain secrets. */
export type NamespaceRow = Pick<NamespaceModel, keyof Namespace>;

export function toNamespace(row: NamespaceRow): Namespace {
  const { id, organizationId, name, version, configs, analyzerVersion } = row;
  const { createdAt, updatedAt } = row;
  return {
    id,
    organizationId,
    name,
    version,
    configs: parseConfigs(configs),
    analyzerVersion,
    createdAt,
    updatedAt,
  };
}

/** Sizes of chunks in tokens where neither namespace nor request has them. */
export const defaultChunkSizes = { chunkSize: 400, chunkOverlap: 80 };

/** Returns the chunk sizes of a document, in tokens: the namespace's, else those of the request, else the defaults. */
export const chunkSizesOf = (
  { configs }: Pick<Namespace, 'configs'>,
  requested?: { readonly chunkSize: number; readonly chunkOverlap: number },
) => configs.chunkConfig ?? requested ?? defaultChunkSizes;
