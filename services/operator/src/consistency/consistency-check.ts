import type { Database } from '@docfleet/domain/database';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import type { SharedServer } from '@docfleet/vector-store';

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
  /** Milliseconds after which findings are checked again: an eventually consistent store shows late what was written. */
  readonly settleMs: number;
  /** Whether a store that holds nothing of a namespace is taken for emptied, rather than for another one than the services'. */
  readonly rebuilds?: boolean;
  readonly signal: AbortSignal;
  /** Called for a namespace whose vectors lie in files that cannot be read here: what was deleted may still be in them. */
  readonly onUnread?: (namespaceId: string) => void;
  readonly places: SharedPlaces;
}

/** Folders of this machine and servers in which each namespace has a part of its own. */
interface SharedPlaces {
  readonly files: string;
  /** Of each vector store that keeps its files on this machine. */
  readonly vectors: readonly string[];
  /** Servers of the operator's, in which namespaces of several fleets may lie. */
  readonly servers: readonly SharedServer[];
}

/** A check of one namespace. */
export interface NamespaceCheck extends ConsistencyCheck {
  readonly namespaceId: string;
  readonly providers: NamespaceProviders;
}
