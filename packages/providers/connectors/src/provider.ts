import type { MarkupReader } from './markup/markup-reader.ts';

/** A file or page at a vendor, as it is listed. */
export interface ConnectorItem {
  /** Stays the same through renames and moves. */
  readonly externalId: string;
  readonly name: string;
  /** Folders and name, separated by slashes; null where a vendor has no folders. */
  readonly path: string | null;
  readonly url: string | null;
  readonly mimeType: string | null;
  readonly sizeBytes: number | null;
  /** ISO 8601. */
  readonly modifiedAt: string | null;
  /** Changes with the content: an item whose stored version is equal need not be downloaded. */
  readonly versionKey: string;
  readonly kind: 'file' | 'page';
}

/** Something that was seen and cannot be ingested; `reason` is a sentence for the connection's owner. */
export interface SkippedItem {
  readonly externalId: string;
  readonly name: string;
  readonly reason: string;
  /** True for a selected part that does not exist: its documents are missing. */
  readonly isMissing?: true;
  /** True of a part of the listing that its vendor refused: nothing of it was read. */
  readonly isRefused?: true;
}

/**
 * The vendor promises that the listing names everything (STATED), or does not (NONE), as of a search index, of folders whose pages shift,
 * and where a part could not be read: then only what `find` reports as gone is deleted.
 */
export type ListingProof = 'STATED' | 'NONE';

export interface ListPage {
  readonly items: readonly ConnectorItem[];
  /** External ids of deleted items. */
  readonly deleted: readonly string[];
  /**
   * Deleted paths, including all descendants, from vendors that name no ids of deleted items; compared case-insensitively. Apply
   * `items` and `skipped` first: an item named there, here or below, has only moved, or is new.
   */
  readonly deletedPaths?: readonly string[];
  /** Paths that are files now: other items at these paths, or below them, are gone. */
  readonly filePaths?: readonly string[];
  /** Paths that are folders now: a file that had such a path is gone, its descendants are not. */
  readonly folderPaths?: readonly string[];
  readonly skipped: readonly SkippedItem[];
  /** More pages of this listing. */
  readonly nextCursor: string | undefined;
  /** Cursor for the next sync, on the last page; undefined when the vendor has no change feed, so that the next sync lists everything. */
  readonly syncCursor: string | undefined;
  /**
   * On the last page of a whole listing, and nowhere else: how it shows that what none of its pages named is gone. Absent where changes
   * were listed, or where the listing was cut short: nothing is deleted for not being named.
   */
  readonly proof?: ListingProof | undefined;
  /** True: a list of changes could not say everything, and a whole listing begins with the next page. */
  readonly isRestart?: boolean;
  /** Drives whose change feeds this page has opened or read to their end, and where each goes on. Kept when the listing has ended. */
  readonly feeds?: Readonly<Record<string, string>>;
}

/** A drive and where its change feed goes on. */
export interface Feed {
  readonly drive: string;
  readonly cursor: string;
}

/** The change feeds of a connection's drives as the last completed sync left them: a row each, so that no cursor grows with their number. */
export interface Feeds {
  find(drive: string): Promise<string | undefined>;
  /** The feed after that of `drive` in a fixed order; the first one without a drive. */
  after(drive: string | undefined): Promise<Feed | undefined>;
}

/** Scope of a completed listing, for the look-up of items that it left out. */
export interface Covered {
  /** The version of the item as it was listed last. */
  readonly versionKey?: string | null;
  /** Undefined: everything that the connection sees. */
  readonly selection: readonly string[] | undefined;
  readonly proof: ListingProof;
  /** Feeds that the listing has opened or read. */
  readonly feeds: Feeds;
}

/** Feeds of a connection that was never listed. */
export const noFeeds: Feeds = { find: async () => undefined, after: async () => undefined };

export interface FetchedItem {
  /** Content, to be read once; rejects when the vendor breaks off or falls silent, and with the signal's reason. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly mimeType: string;
  readonly fileName: string;
  readonly versionKey: string;
}

/**
 * Reads the items that a connection shares. Never retries: the queue does. Rejects with CONNECTION_UNAUTHORIZED, PROVIDER_RATE_LIMITED or
 * PROVIDER_UNAVAILABLE, and with the signal's reason once that is aborted.
 */
export interface Connector {
  /**
   * Returns one page of a listing: of everything without a cursor, of changes with the `syncCursor` of the last one. Without a selection it
   * lists everything that the connection sees. Rejects with CURSOR_EXPIRED when the vendor no longer knows the cursor.
   */
  list(
    cursor: string | undefined,
    selection: readonly string[] | undefined,
    signal: AbortSignal,
    feeds?: Feeds,
  ): Promise<ListPage>;
  /**
   * Asks for one item itself: undefined only when the vendor says that it is gone, or lies outside of what the listing covered. Rejects
   * with ITEM_FORBIDDEN where the vendor does not say. Before anything is deleted for not being named, it is asked for.
   */
  find?(externalId: string, signal: AbortSignal, covered?: Covered): Promise<ConnectorItem | undefined>;
  /** An item's content; rejects with ITEM_NOT_FOUND, ITEM_FORBIDDEN or ITEM_UNSUPPORTED as well. */
  fetch(item: ItemVersion, signal: AbortSignal): Promise<FetchedItem>;
  /** Lists the choices by name, where the vendor has no picker. There may be thousands; stops when the signal aborts. */
  choices?(signal: AbortSignal): AsyncIterable<Choice>;
  /** Returns the account's id and name at the vendor; the name is null when the vendor returns none. */
  whoAmI(signal: AbortSignal): Promise<{ accountId: string; name: string | null }>;
}

/** A part of an account, such as a space or a site, that a selection may hold. */
export interface Choice {
  /** Id that a selection contains. */
  readonly externalId: string;
  readonly name: string;
  /** Distinguishes those of the same name; null where names are unique. */
  readonly url: string | null;
}

export interface ItemVersion {
  readonly externalId: string;
  readonly versionKey: string;
  /** Name as it was listed, where that is known: a vendor need not be asked for it again. */
  readonly name?: string | null;
  /** Size in bytes of the listed version, if known; a download is compared with it. */
  readonly sizeBytes?: number | null;
}

/** Waits until the next request is allowed by the vendor's rate. */
export type Pace = (signal: AbortSignal, requestsPerSecond: number) => Promise<void>;

export interface ConnectorContext {
  /** The egress's. */
  readonly fetch: typeof globalThis.fetch;
  /** The connection's token; a fresh one when the vendor has just refused it. */
  readonly accessToken: (after401?: boolean) => Promise<string>;
  /** Settings of the sign-in method, without the secret, which is the token. */
  readonly settings?: unknown;
  /** The operator's stand-ins for the vendors' public addresses, by their names in the provider: never a tenant's. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The chosen site, for vendors whose accounts have several, and a function that chooses an only one. */
  readonly site?: {
    readonly id: string | null;
    choose(site: { readonly id: string; readonly name: string }): Promise<void>;
  };
  /** Converts what the vendor's users have written, apart from this process. */
  readonly markup: Pick<MarkupReader, 'toMarkdown'>;
  /** Shared by all that use the connection at once; the connector keeps a pace of its own unless given. */
  readonly pace?: Pace;
  /** Makes all users of the pace wait for the milliseconds that the vendor asked for. */
  readonly rest?: (milliseconds: number) => Promise<void>;
  /**
   * True while the vendor keeps failing here: its failures count as closed, so that the part is reported and left out instead of
   * blocking the others; a refusal that belongs to no part has `isFailing` among its details.
   */
  readonly leavesFailing?: boolean;
  /** Milliseconds in which an answer has to begin and in which its body may fall silent. */
  readonly deadlineMs?: number;
}
