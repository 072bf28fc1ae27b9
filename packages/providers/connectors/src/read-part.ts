import { AppError } from '@docfleet/errors';
import { concernOf } from '@docfleet/provider';
import type { Connector, Feeds, ListPage, SkippedItem } from './provider.ts';

/** Attempts at an answer that contradicts itself, which may be right the next time; afterwards it is not downloaded for a day. */
const maxAttempts = 6;

/** The error for a body that is not what its vendor declared. */
export const contradiction = (vendor: string, reason: string) =>
  new AppError('PROVIDER_UNAVAILABLE', `${vendor} sent something other than it declared`, {
    details: { reason, maxAttempts },
  });

/** Lets go of a body that is not read: one that was never begun would keep its connection until the vendor ends it. */
export async function leaveBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _part of body) break;
  } catch {
    // It has ended by itself.
  }
}

/**
 * A body of which the vendor says how long it is; rejects with PROVIDER_UNAVAILABLE when it ends before that. One that is longer was
 * written again since then, and the next sync sees another version.
 */
export async function* wholeBody(
  body: AsyncIterable<Uint8Array>,
  { vendor, sizeBytes }: { readonly vendor: string; readonly sizeBytes: number | null | undefined },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    yield part;
  }
  if (sizeBytes !== null && sizeBytes !== undefined && bytes < sizeBytes)
    throw contradiction(vendor, `It lists the content with ${sizeBytes} bytes, and ${bytes} came`);
}

/**
 * The pages of a whole listing, from `cursor` on. Rejects with LISTING_ENDLESS when a vendor leads round in circles: by Brent's
 * algorithm, so that it remembers one cursor however long the listing is, and notices within three rounds.
 */
export async function* listPages(
  connector: Pick<Connector, 'list'>,
  cursor: string | undefined,
  selection: readonly string[] | undefined,
  signal: AbortSignal,
  feeds?: Feeds,
): AsyncGenerator<ListPage> {
  let remembered = cursor;
  let steps = 0;
  let stepsUntilNext = 1;
  for (let here = cursor; ; ) {
    const page = await connector.list(here, selection, signal, feeds);
    if (page.nextCursor !== undefined && page.nextCursor === remembered)
      throw new AppError('LISTING_ENDLESS', 'The vendor repeats its pages instead of coming to an end');
    yield page;
    if (page.nextCursor === undefined) return;
    here = page.nextCursor;
    steps += 1;
    if (steps < stepsUntilNext) continue;
    remembered = here;
    steps = 0;
    stepsUntilNext *= 2;
  }
}

/** Statuses with which vendors refuse an id that none of their items could have. */
const malformed: readonly unknown[] = [400, 422];

/** Tests whether a refusal concerns the requested part, rather than the connection, a setting, or a transient state. */
function isOfPart(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  const concern = concernOf(error.code, error.details.setting);
  return concern === 'item' || (concern === 'request' && malformed.includes(error.details['status']));
}

/** A part of a listing by itself: a selected id, a folder, a database. */
interface Part {
  readonly id: string;
  readonly name?: string | undefined;
}

function refusedPart({ id, name = id }: Part, { message, details: { reason } }: AppError): SkippedItem {
  const words = reason === undefined || message.includes(reason) ? message : `${message} (${reason})`;
  return {
    // It is no item: a document of the same id keeps its own outcome.
    externalId: `part:${id}`,
    name,
    reason: `${words}: nothing of it was read, and what was read before stays`,
    isRefused: true,
  };
}

/** Reports a selected part that does not exist. */
export const missingPart = ({ id, name = id }: Part): SkippedItem => ({
  externalId: id,
  name,
  reason: 'It is selected, and is gone or was never shared with the connection',
  isMissing: true,
});

/** Result of reading a part, or its entry among the skipped items where the vendor refuses it; neither where the part does not exist. */
export interface PartRead<Result> {
  readonly read?: Result;
  readonly refused?: SkippedItem;
}

/**
 * Reads a part of a listing. A refused part fails neither its neighbors nor the connection: it is reported among the skipped items,
 * and absence from the listing proves nothing any more; the same holds for a part that is gone. Rejects with errors that concern
 * more than the part.
 */
export async function readPart<Result>(part: Part, reading: Promise<Result>): Promise<PartRead<Result>> {
  try {
    return { read: await reading };
  } catch (error) {
    if (!isOfPart(error)) throw error;
    return error.code === 'ITEM_NOT_FOUND' ? {} : { refused: refusedPart(part, error) };
  }
}
