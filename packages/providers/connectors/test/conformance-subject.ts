import { AppError } from '@docfleet/errors';
import { type ConnectorFake, connectorFakes, type DriveFake } from '@docfleet/testing';
import { listPages } from '../src/list-pages.ts';
import type { Connector, ConnectorContext, ConnectorItem, ListPage } from '../src/provider.ts';
import { type ConnectorName, openConnector } from '../src/registry.ts';
import { connectorsOnFakes } from './connector-on-fake.fixture.ts';

/** Capabilities of a connector; fields of its fake where it is tried with another one. */
export interface ConnectorCapabilities extends Partial<ConnectorFake> {
  readonly name: ConnectorName;
  /** Public address at which the vendor is asked for the account, without its query; null where settings name the server. */
  readonly account: string | null;
  /** The vendor's description in the folder of contracts, and what precedes its paths. */
  readonly contract?: {
    readonly file: string;
    readonly base?: string;
    /** Paths after the base that the description leaves out. */
    readonly isLeftOut?: (path: string) => boolean;
  };
  /** Adjustments of the vendor that is made from the description: what it leaves out, and what is requested. */
  readonly hostile?: {
    readonly answers?: Readonly<Record<string, unknown>>;
    readonly selection?: readonly string[];
  };
  /** False where the change feed does not report deletions: they are found by whole listings. */
  readonly reportsDeletions: boolean;
  /** False where a cursor of the vendor does not expire. */
  readonly cursorsExpire: boolean;
  /** Fields that cursors of the connector gained after its first version, each with a default. */
  readonly laterFields?: readonly string[];
  /** True where the vendor hands out what lies in the trash: its change feed reports that it is gone. */
  readonly isTrashReadable?: boolean;
  /** False where an item's path is its id, so that it is another one after a move. */
  readonly keepsIds?: boolean;
  /** True where a listing ends with another look at what was edited last. */
  readonly looksAgain?: boolean;
  /** False where the vendor returns no address of an item that a browser opens. */
  readonly hasAddresses?: boolean;
  /** False where the vendor knows no time of an item's last change. */
  readonly hasTimes?: boolean;
  /** Requests of a sync of one new and one changed item at most; three where changes are one list. */
  readonly maxRequests?: number;
  /** False where requests are signed with keys, which are not renewed. */
  readonly hasTokens?: boolean;
  /** Selection that is requested, for connectors that need one. */
  readonly selection?: (fake: DriveFake) => readonly string[];
}

export type ConformingConnector = ConnectorCapabilities & ConnectorFake;

/** Completes the capabilities of a connector with its fake. */
export const withFake = (capabilities: ConnectorCapabilities): ConformingConnector => ({
  ...connectorFakes[capabilities.name],
  ...capabilities,
});

export const signal = new AbortController().signal;

interface Listing {
  readonly items: Map<string, ConnectorItem>;
  readonly pages: ListPage[];
  readonly last: ListPage;
}

async function listWhole(
  connector: Connector,
  cursor?: string,
  selection?: readonly string[],
): Promise<Listing> {
  const pages: ListPage[] = [];
  for await (const page of listPages(connector, cursor, selection, signal)) pages.push(page);
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
  /** A whole listing, or one from a cursor on. */
  sync(cursor?: string): Promise<Listing>;
}
export type Open = (changes?: Partial<ConnectorContext>) => Promise<Opened>;

/** Page size at which a few items fill several pages. */
const defaultPageSize = 4;

/** Registers what closes the fakes, and returns what opens a connector on a new one. */
export function createOpener(subject: ConformingConnector, pageSize = defaultPageSize): Open {
  const openOn = connectorsOnFakes((context) => openConnector(subject.name, context), subject.endpoints);
  return async (changes = {}) => {
    const fake = await subject.start({ pageSize });
    const settings = subject.signIn?.settings(fake.url);
    const connector = openOn(fake, () => fake.token, { ...(settings && { settings }), ...changes });
    const sync = (cursor?: string) => listWhole(connector, cursor, subject.selection?.(fake));
    return { fake, connector, sync };
  };
}
