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
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The columns of a namespace without those that contain secrets. */
export type NamespaceRow = Pick<NamespaceModel, keyof Namespace>;

export function toNamespace(row: NamespaceRow): Namespace {
  const { id, organizationId, name, version, configs, createdAt, updatedAt } = row;
  return { id, organizationId, name, version, configs: parseConfigs(configs), createdAt, updatedAt };
}
