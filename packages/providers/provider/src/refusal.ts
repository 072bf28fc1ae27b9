import { exhaustedForMs, retryAfterMs } from '@docfleet/egress';
import { AppError, causesOf, type ErrorCode, type ErrorDetails } from '@docfleet/errors';
import { redactedReason } from '@docfleet/secrets';
import { z } from 'zod';

/** A vendor's answer other than success. SDKs hand it on as the cause of their own errors. */
export class VendorRefusal extends Error {
  override readonly name = 'VendorRefusal';
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of the body; empty when it does not end. */
  readonly body: string;

  constructor(status: number, headers: Headers, body: string) {
    super(`Answered with status ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Causes that a status implies. A port may distinguish more of them by the vendor's own codes. */
export type StatusSubject =
  | 'redirect'
  | 'key'
  | 'credit'
  | 'forbidden'
  | 'missing'
  | 'rate'
  | 'vendor'
  | 'request';

/** Returns the cause that a status alone implies, for refusals whose code is unknown. */
export function subjectOfStatus(status: number): StatusSubject {
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 401) return 'key';
  if (status === 402) return 'credit';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'missing';
  if (status === 429) return 'rate';
  if ([408, 409, 423, 425, 499].includes(status) || status >= 500 || status < 300) return 'vendor';
  return 'request';
}

/** Error that a refusal becomes: `setting` is the one that its owner has to correct. */
export interface Verdict {
  readonly code: ErrorCode;
  readonly sentence: string;
  readonly setting?: string | undefined;
}

/** Verdicts of a vendor by the cause of a refusal; `Subject` is what a port distinguishes besides the causes of a status. */
export type Verdicts<Subject extends string = StatusSubject> = Readonly<
  Record<Subject | StatusSubject, Verdict>
>;

/** Returns the verdicts on what passes, and on a request that is refused for its content: the same at every vendor. */
export const commonVerdicts = (vendor: string) => ({
  rate: { code: 'PROVIDER_RATE_LIMITED' as const, sentence: `${vendor} asks for fewer requests` },
  vendor: { code: 'PROVIDER_UNAVAILABLE' as const, sentence: `${vendor} cannot answer now` },
  request: { code: 'PROVIDER_REJECTED' as const, sentence: `${vendor} refused the request` },
});

/** Facts of a refusal beyond its status and its cause. */
export interface RefusalNote {
  /** Reason in the vendor's words. */
  readonly reason?: string | undefined;
  /** Milliseconds to wait, where the vendor states them in the body. */
  readonly retryAfterMs?: number | undefined;
  /** Values that the reason must not repeat. */
  readonly secrets: readonly string[];
  /** Whether what looks like a key is taken for one; false where ids of items look like keys. */
  readonly hidesKeys?: boolean;
  readonly details?: ErrorDetails | undefined;
  /** Thrown error, where nothing in it is secret. */
  readonly cause?: unknown;
}

/** Returns the error for a refusal, with the reason in one line and, where waiting helps, the time to wait. */
export function refusalError(
  { status, headers }: Pick<VendorRefusal, 'status' | 'headers'>,
  { code, sentence, setting }: Verdict,
  { reason, secrets, hidesKeys, details, cause, retryAfterMs: stated }: RefusalNote,
): AppError {
  const waits = code === 'PROVIDER_RATE_LIMITED' || code === 'PROVIDER_UNAVAILABLE';
  const waitMs = waits ? (retryAfterMs(headers) ?? stated ?? exhaustedForMs(headers)) : undefined;
  return new AppError(code, sentence, {
    cause,
    details: {
      status,
      reason: reason ? redactedReason(reason, secrets, hidesKeys) : `Status ${status}`,
      ...(waitMs !== undefined && { retryAfterMs: waitMs }),
      ...(setting !== undefined && { setting }),
      ...details,
    },
  });
}

/** Subject of an error of a provider: an item, the request, the configuration, or the moment, which passes by itself. */
export function concernOf(
  code: ErrorCode,
  setting: string | undefined,
): 'item' | 'request' | 'configuration' | 'moment' {
  if (code.startsWith('ITEM_')) return 'item';
  if (code !== 'PROVIDER_REJECTED') return code.startsWith('PROVIDER_') ? 'moment' : 'configuration';
  return setting === undefined ? 'request' : 'configuration';
}

export const unreadable = (vendor: string, details: ErrorDetails = {}): AppError =>
  new AppError('PROVIDER_UNAVAILABLE', `${vendor} answered in a form that cannot be read`, {
    details: { reason: 'The answer is cut off, too long, or of an unknown form', ...details },
  });

/**
 * Returns the error for a request that brought no answer: one of ours that lies within, else PROVIDER_UNAVAILABLE.
 * The thrown error itself is not kept as the cause: SDKs put headers and bodies into theirs, and logs print causes.
 */
export function connectionError(
  error: unknown,
  { name, secrets }: { readonly name: string; readonly secrets: readonly string[] },
): AppError {
  const chain = causesOf(error);
  const known = chain.find((link) => link instanceof AppError);
  if (known) return known;
  if (chain.some((link) => link.name === 'SyntaxError' || link instanceof z.ZodError))
    return unreadable(name, { isOfTexts: true });
  const reason = redactedReason(chain.at(-1)?.message ?? String(error), secrets);
  return new AppError('PROVIDER_UNAVAILABLE', `${name} could not be reached`, { details: { reason } });
}

// The forms in use, of which Gemini sends the first as the only item of a list: OpenAI `{ error: { message, code } }`, text-embeddings-inference `{ error, error_type }`,
// Cohere `{ message }`, Jina and other FastAPI servers `{ detail }` or `{ detail: [{ msg }] }`.
const message = z.looseObject({ message: z.string(), code: z.string().nullish().catch(undefined) });
const refusalBody = z.union([
  z
    .object({ error: message })
    .transform(({ error }) => ({ sentence: error.message, code: error.code ?? undefined })),
  message.transform((body) => ({ sentence: body.message, code: body.code ?? undefined })),
  z
    .object({ error: z.string(), error_type: z.string().nullish() })
    .transform(({ error, error_type }) => ({ sentence: error, code: error_type ?? undefined })),
  z
    .object({ detail: message })
    .transform(({ detail }) => ({ sentence: detail.message, code: detail.code ?? undefined })),
  z
    .object({ detail: z.string(), code: z.string().nullish() })
    .transform(({ detail, code }) => ({ sentence: detail, code: code ?? undefined })),
  z
    .object({ detail: z.array(z.looseObject({ msg: z.string() })).min(1) })
    .transform(({ detail }) => ({ sentence: detail.map(({ msg }) => msg).join('; '), code: undefined })),
]);

const maxSentenceLength = 500;

/** Returns a body that is a sentence and no page: what small servers and proxies write. A 404 in words is as much a wrong address as a page is. */
function asSentence(status: number, body: string): string | undefined {
  const text = body.trim();
  const isSentence = text !== '' && text.length <= maxSentenceLength && !/^[<[{]/.test(text);
  return status !== 404 && isSentence ? text : undefined;
}

/** Fields read from the body of a refusal. */
export interface RefusalFields {
  readonly status: number;
  /** The vendor's machine-readable name of the error. */
  readonly code: string | undefined;
  /** The vendor's own words; undefined when the body is empty, HTML, or of an unknown form. */
  readonly sentence: string | undefined;
}

/** Returns the JSON of a text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a refusal's body, whichever of the known forms it has. */
export function readRefusal({ status, body }: VendorRefusal): RefusalFields {
  const json = parseJson(body);
  const parsed = refusalBody.safeParse(Array.isArray(json) ? json[0] : json);
  const sentence = parsed.success ? parsed.data.sentence : asSentence(status, body);
  return { status, code: parsed.data?.code, sentence };
}
