import { AppError } from '@docfleet/errors';
import type { SkippedItem } from './provider.ts';

/** Reason why a part of an account was not read. */
export interface Refused {
  /** True when it exists, but the connection cannot access it now: its items need not be gone. */
  readonly isClosed: boolean;
  readonly reason: string;
}

/** Answer of a part, or the reason why there is none. */
type Reached<Answer> =
  | { readonly answer: Answer; readonly refused?: undefined }
  | { readonly answer?: undefined; readonly refused: Refused };

/** The status of a site or a file that an administrator has locked. */
const locked = 423;

/** Tests whether an error means that a part exists, but is closed to the connection at the moment. */
export const isClosed = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'ITEM_FORBIDDEN' || error.details['status'] === locked);

const isGone = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'ITEM_NOT_FOUND';

/** Reads a part of an account; one that is gone or closed stops nothing else. */
export async function reach<Answer>(asked: Promise<Answer>): Promise<Reached<Answer>> {
  try {
    return { answer: await asked };
  } catch (error) {
    if (!isClosed(error) && !isGone(error)) throw error;
    return {
      refused: { isClosed: isClosed(error), reason: String(error.details['reason'] ?? error.message) },
    };
  }
}

interface Part {
  readonly id: string;
  readonly name?: string | undefined;
}

/** Reports an inaccessible part among the skipped items. */
export const closedPart = ({ id, name = id }: Part, { reason }: Refused): SkippedItem => ({
  externalId: id,
  name,
  reason: `It is closed to the connection at the moment: ${reason}`,
  isRefused: true,
});

/** Reports a selected part that does not exist. */
export const missingPart = ({ id, name = id }: Part): SkippedItem => ({
  externalId: id,
  name,
  reason: 'It is selected, and is gone or was never shared with the connection',
  isMissing: true,
});

/** Names a selected part that was refused, whatever the reason. */
export const refusedPart = (part: Part, refused: Refused): SkippedItem =>
  refused.isClosed ? closedPart(part, refused) : missingPart(part);
