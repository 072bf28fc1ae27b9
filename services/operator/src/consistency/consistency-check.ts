import type { Database } from '@docfleet/domain/database';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';

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
  /** Of each vector store that keeps its files on this machine. */
  readonly vectors: readonly string[];
}

/** A check of one namespace. */
export interface NamespaceCheck extends ConsistencyCheck {
  readonly namespaceId: string;
  readonly providers: NamespaceProviders;
}
