import { AppError } from '@docfleet/errors';
import { concernOf } from '@docfleet/provider';
import type { SkippedItem } from './provider.ts';

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
