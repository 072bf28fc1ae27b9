import type { NamespaceModel } from '@docfleet/database';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import { type NamespaceConfigs, parseConfigs } from './configs.ts';

/** A namespace as it may be shown: its configurations are without secrets. */
export interface Namespace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** Counts changes of the configuration. */
  readonly version: number;
  readonly configs: NamespaceConfigs;
  /** How it makes chunks and vectors of a text: see `indexingVersion`. */
  readonly indexingVersion: number;
  /** What all its keywords were encoded with; null or an older version while some are to be encoded again. */
  readonly analyzerVersion: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The columns of a namespace without those that contain secrets. */
export type NamespaceRow = Pick<NamespaceModel, keyof Namespace>;

export function toNamespace(row: NamespaceRow): Namespace {
  const { id, organizationId, name, version, configs, indexingVersion, analyzerVersion } = row;
  const { createdAt, updatedAt } = row;
  return {
    id,
    organizationId,
    name,
    version,
    configs: parseConfigs(configs),
    indexingVersion,
    analyzerVersion,
    createdAt,
    updatedAt,
  };
}

/**
 * How new namespaces, and those that are embedded again, make chunks and vectors of a text. 1: a chunk is embedded as it is, 1,000 tokens
 * unless configured. 2: below the title of its document, 400 tokens unless configured.
 */
const indexingVersion = 2;

/** What a new generation of a namespace is written with. */
export const currentIndexing = { indexingVersion, analyzerVersion } as const;

/** Whether what is embedded begins with the title of its document. */
export const embedsTitles = (version: number): boolean => version >= 2;

const usualSizes = (version: number) =>
  version >= 2 ? { chunkSize: 400, chunkOverlap: 80 } : { chunkSize: 1_000, chunkOverlap: 200 };

/** How a document of a namespace is cut, in tokens: as the namespace says of all, else as the request says, else as usual. */
export const chunkSizesOf = (
  { indexingVersion: version, configs }: Pick<Namespace, 'indexingVersion' | 'configs'>,
  requested?: { readonly chunkSize: number; readonly chunkOverlap: number },
) => configs.chunkConfig ?? requested ?? usualSizes(version);
