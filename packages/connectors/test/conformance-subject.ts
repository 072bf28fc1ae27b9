import { AppError } from '@docfleet/errors';
import type { DriveFake } from '@docfleet/testing';
import type { Connector, ConnectorContext, ConnectorItem, ListPage } from '../src/provider.ts';
import { type ConnectorName, openConnector } from '../src/registry.ts';
import { walkPages } from '../src/walk-pages.ts';
import { connectorsOnFakes } from './connector-on-fake.fixture.ts';

export interface ConformingConnector {
  readonly name: ConnectorName;
  /** Starts the vendor with pages so short that a few items fill several. */
  start(): Promise<DriveFake>;
  endpoints(url: string): Record<string, string>;
  /** The vendor's description in the folder of contracts, and what precedes its paths. */
  readonly contract?: { readonly file: string; readonly base?: string };
  /** False where the vendor has no change feed: each sync is a whole walk. */
  readonly hasChangeFeed: boolean;
  /** False where the change feed does not tell of deletions: they are found by whole walks. */
  readonly tellsOfDeletions: boolean;
  /** False where the vendor has pages instead of files. */
  readonly hasFiles: boolean;
  /** False where a cursor of the vendor does not expire. */
  readonly cursorsExpire: boolean;
  /** False where nothing is listed that could not be ingested. */
  readonly skips: boolean;
  /** True where the vendor hands out what lies in the trash: that it is gone is told by its change feed. */
  readonly isTrashReadable?: boolean;
  /** False where an item's path is its id, so that it is another one after a move. */
  readonly keepsIds?: boolean;
  /** False where requests are signed with keys, which are not renewed. */
  readonly hasTokens?: boolean;
  /** What the user entered in place of a consent. */
  readonly settings?: (fake: DriveFake) => Readonly<Record<string, unknown>>;
  /** What is asked for, where a connector takes nothing for everything. */
  readonly selection?: (fake: DriveFake) => readonly string[];
}

export const signal = new AbortController().signal;

interface Walk {
  readonly items: Map<string, ConnectorItem>;
  readonly pages: ListPage[];
  readonly last: ListPage;
}

async function walk(connector: Connector, cursor?: string, selection?: readonly string[]): Promise<Walk> {
  const pages: ListPage[] = [];
  for await (const page of walkPages(connector, cursor, selection, signal)) pages.push(page);
  const items = new Map(pages.flatMap((page) => page.items).map((item) => [item.externalId, item]));
  return { items, pages, last: pages.at(-1)! };
}

/** A body as text. */
export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** The AppError that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => new Error('It did not reject'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw error;
}

interface Opened {
  readonly fake: DriveFake;
  readonly connector: Connector;
  /** A whole walk, or one from a cursor on. */
  sync(cursor?: string): Promise<Walk>;
}
export type Open = (changes?: Partial<ConnectorContext>) => Promise<Opened>;

/** Registers what closes the fakes, and gives what opens a connector on a new one. */
export function createOpener(subject: ConformingConnector): Open {
  const openOn = connectorsOnFakes((context) => openConnector(subject.name, context), subject.endpoints);
  return async (changes = {}) => {
    const fake = await subject.start();
    const settings = subject.settings?.(fake);
    const connector = openOn(fake, () => fake.token, { ...(settings && { settings }), ...changes });
    const sync = (cursor?: string) => walk(connector, cursor, subject.selection?.(fake));
    return { fake, connector, sync };
  };
}
