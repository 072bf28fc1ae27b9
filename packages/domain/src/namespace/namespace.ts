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
