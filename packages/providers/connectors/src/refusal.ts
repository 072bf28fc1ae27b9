import { AppError } from '@docfleet/errors';
import {
  commonVerdicts,
  refusalError as errorOf,
  type StatusSubject,
  subjectOfStatus,
  type Verdict,
} from '@docfleet/provider';
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

/** Returns the entry for a selected part that was refused, with its reason. */
export const refusedPart = (part: Part, refused: Refused): SkippedItem =>
  refused.isClosed ? closedPart(part, refused) : missingPart(part);

/** A vendor's answer other than 2xx. */
export interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown;
  /** The body's beginning. */
  readonly text: string;
}

/** Subject of a refusal: it decides who has to act. */
export type RefusalSubject =
  | 'token'
  | 'scope'
  | 'missing'
  | 'forbidden'
  | 'unsupported'
  | 'cursor'
  | 'rate'
  | 'vendor'
  | 'failing'
  | 'request'
  | 'setting';

/** Details of a vendor's refusal beyond its status. */
export interface RefusalNote {
  readonly subject?: RefusalSubject | undefined;
  /** Reason in the vendor's words. */
  readonly reason?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Field that the connection's owner has to correct, for the subject `setting`. */
  readonly setting?: string | undefined;
  /** True when the limit concerns one user, and not all who share a quota; for the subject `rate`. */
  readonly isOfUser?: true | undefined;
}

/** Connection whose request was refused. */
interface RefusedConnection {
  readonly vendor: string;
  readonly token: string;
  /** Whether the connection has settings in place of a consent. */
  readonly isEntered: boolean;
}

function verdictsOf({ vendor, isEntered }: RefusedConnection): Readonly<Record<RefusalSubject, Verdict>> {
  const again = isEntered
    ? 'what was entered for this connection: enter it again'
    : 'this connection: authorize it again';
  return {
    ...commonVerdicts(vendor),
    token: { code: 'CONNECTION_UNAUTHORIZED', sentence: `${vendor} no longer accepts ${again}` },
    scope: {
      code: 'CONNECTION_UNAUTHORIZED',
      sentence: `This connection lacks a permission at ${vendor}: enable it for the app and authorize again`,
    },
    missing: {
      code: 'ITEM_NOT_FOUND',
      sentence: `${vendor} has no such item, or no longer shares it with the connection`,
    },
    forbidden: { code: 'ITEM_FORBIDDEN', sentence: `${vendor} does not let this connection read the item` },
    unsupported: {
      code: 'ITEM_UNSUPPORTED',
      sentence: `${vendor} does not hand out the content of this item`,
    },
    cursor: { code: 'CURSOR_EXPIRED', sentence: `${vendor} no longer knows where the last sync ended` },
    failing: { code: 'ITEM_FORBIDDEN', sentence: `${vendor} has failed to answer for long` },
    setting: {
      code: 'PROVIDER_REJECTED',
      sentence: `${vendor} refuses what this connection is set up with`,
    },
  };
}

/** A connection has a token in place of a key, and neither pays nor moves. */
const subjects: Readonly<Partial<Record<StatusSubject, RefusalSubject>>> = {
  key: 'token',
  forbidden: 'forbidden',
  missing: 'missing',
  rate: 'rate',
  vendor: 'vendor',
  redirect: 'vendor',
};

/** The error that the contract promises for a refusal. */
export function refusalError(
  refusal: Pick<Refusal, 'status' | 'headers'>,
  { subject, setting, isOfUser, reason, retryAfterMs }: RefusalNote,
  refused: RefusedConnection,
): AppError {
  const verdict = verdictsOf(refused)[subject ?? subjects[subjectOfStatus(refusal.status)] ?? 'request'];
  return errorOf(
    refusal,
    { ...verdict, setting },
    {
      reason,
      retryAfterMs,
      secrets: [refused.token],
      // Ids of items look like keys.
      hidesKeys: false,
      details: { ...(isOfUser && { isOfUser }), ...(subject === 'failing' && { isFailing: true }) },
    },
  );
}
