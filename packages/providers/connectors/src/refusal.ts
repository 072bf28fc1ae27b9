import { exhaustedForMs, retryAfterMs } from '@docfleet/egress';
import { AppError, type ErrorCode } from '@docfleet/errors';

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

const noLongerAccepted = ({ vendor, isEntered }: Refused) =>
  isEntered
    ? `${vendor} no longer accepts what was entered for this connection: enter it again`
    : `${vendor} no longer accepts this connection: authorize it again`;

const verdicts: Record<RefusalSubject, readonly [ErrorCode, (refused: Refused) => string]> = {
  token: ['CONNECTION_UNAUTHORIZED', noLongerAccepted],
  scope: [
    'CONNECTION_UNAUTHORIZED',
    ({ vendor }) =>
      `This connection lacks a permission at ${vendor}: enable it for the app and authorize again`,
  ],
  missing: [
    'ITEM_NOT_FOUND',
    ({ vendor }) => `${vendor} has no such item, or no longer shares it with the connection`,
  ],
  forbidden: ['ITEM_FORBIDDEN', ({ vendor }) => `${vendor} does not let this connection read the item`],
  unsupported: ['ITEM_UNSUPPORTED', ({ vendor }) => `${vendor} does not hand out the content of this item`],
  cursor: ['CURSOR_EXPIRED', ({ vendor }) => `${vendor} no longer knows where the last sync ended`],
  rate: ['PROVIDER_RATE_LIMITED', ({ vendor }) => `${vendor} asks for fewer requests`],
  vendor: ['PROVIDER_UNAVAILABLE', ({ vendor }) => `${vendor} cannot answer now`],
  failing: ['ITEM_FORBIDDEN', ({ vendor }) => `${vendor} has failed to answer for long`],
  request: ['PROVIDER_REJECTED', ({ vendor }) => `${vendor} refused the request`],
  setting: ['PROVIDER_REJECTED', ({ vendor }) => `${vendor} refuses what this connection is set up with`],
};

function subjectOfStatus(status: number): RefusalSubject {
  if (status === 401) return 'token';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'missing';
  if (status === 429) return 'rate';
  if ([408, 409, 423, 425].includes(status) || status >= 500 || status < 400) return 'vendor';
  return 'request';
}

const maxReasonLength = 300;

/** Returns a reason in one line, without the token that some vendors repeat. */
function shown(reason: string, token: string): string {
  const line = reason.slice(0, 2_000).replaceAll(token, '[token]').replace(/\s+/g, ' ').trim();
  return line.length > maxReasonLength ? `${line.slice(0, maxReasonLength - 1)}…` : line;
}

/** The error that the contract promises for a refusal. */
export function refusalError(
  refusal: Pick<Refusal, 'status' | 'headers'>,
  note: RefusalNote,
  refused: Refused,
): AppError {
  const [code, sentence] = verdicts[note.subject ?? subjectOfStatus(refusal.status)];
  const waits = code === 'PROVIDER_RATE_LIMITED' || code === 'PROVIDER_UNAVAILABLE';
  const waitMs = waits
    ? (retryAfterMs(refusal.headers) ?? note.retryAfterMs ?? exhaustedForMs(refusal.headers))
    : undefined;
  return new AppError(code, sentence(refused), {
    details: {
      status: refusal.status,
      reason: shown(note.reason || `Status ${refusal.status}`, refused.token),
      ...(waitMs !== undefined && { retryAfterMs: waitMs }),
      ...(note.setting !== undefined && { setting: note.setting }),
      ...(note.isOfUser && { isOfUser: true }),
      ...(note.subject === 'failing' && { isFailing: true }),
    },
  });
}
