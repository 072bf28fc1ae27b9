import type { AppError } from '@docfleet/errors';
import {
  commonVerdicts,
  refusalError as errorOf,
  type StatusSubject,
  subjectOfStatus,
  type Verdict,
} from '@docfleet/provider';

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
interface Refused {
  readonly vendor: string;
  readonly token: string;
  /** Whether the connection has settings in place of a consent. */
  readonly isEntered: boolean;
}

function verdictsOf({ vendor, isEntered }: Refused): Readonly<Record<RefusalSubject, Verdict>> {
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
  refused: Refused,
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
