import { retryAfterMs } from '@docfleet/egress';
import { AppError, causesOf, type ErrorCode, type ErrorDetails } from '@docfleet/errors';
import { redactedReason } from '@docfleet/secrets';
import { z } from 'zod';
import { type RefusalNote, type RefusalSubject, readRefusal, subjectOfStatus } from './refusal.ts';
import { VendorRefusal } from './vendor-fetch.ts';

export interface Vendor {
  /** As its customers write it. */
  readonly name: string;
  readonly model: string;
  readonly apiKey: string;
  /** The namespace's configuration that names the vendor, and what its API makes: of embeddings unless given. */
  readonly config?: string;
  readonly product?: string;
  /** Returns the cause of a refusal where this vendor states it more precisely than the status; undefined otherwise. */
  readonly subjectOf?: (refusal: RefusalNote) => RefusalSubject | undefined;
}

const settingOf = ({ config = 'embeddingModelConfig' }: Vendor, field: string) => `${config}.${field}`;
const productOf = ({ product = 'embedding' }: Vendor) => product;

interface Verdict {
  readonly code: ErrorCode;
  readonly sentence: string;
  readonly setting?: string;
}

const verdicts: Record<RefusalSubject, (vendor: Vendor) => Verdict> = {
  key: (vendor) => ({
    code: 'PROVIDER_REJECTED',
    sentence: `${vendor.name} refused the API key`,
    setting: settingOf(vendor, 'apiKey'),
  }),
  credit: (vendor) => ({
    code: 'PROVIDER_REJECTED',
    sentence: `The ${vendor.name} account of this API key has no credit or quota left; add some, or use the key of another account`,
    setting: settingOf(vendor, 'apiKey'),
  }),
  model: (vendor) => ({
    code: 'PROVIDER_REJECTED',
    sentence: `${vendor.name} has no ${productOf(vendor)} model "${vendor.model}" for this API key`,
    setting: settingOf(vendor, 'model'),
  }),
  address: (vendor) => ({
    code: 'PROVIDER_REJECTED',
    sentence: `No ${productOf(vendor)} API answers at the base URL`,
    setting: settingOf(vendor, 'baseUrl'),
  }),
  request: ({ name }) => ({ code: 'PROVIDER_REJECTED', sentence: `${name} refused the texts` }),
  rate: ({ name }) => ({ code: 'PROVIDER_RATE_LIMITED', sentence: `${name} asks for fewer requests` }),
  vendor: ({ name }) => ({ code: 'PROVIDER_UNAVAILABLE', sentence: `${name} cannot answer now` }),
};

/**
 * Whether another text might be answered: a request is refused for its texts, their number or their length, and servers answer 500 where a
 * model computes no number for one of them. Other refusals speak of the configuration or of the moment.
 */
const isOfTexts = (status: number, { code, setting }: Verdict): boolean =>
  status === 500 || (code === 'PROVIDER_REJECTED' && setting === undefined);

function refusalError(refusal: VendorRefusal, vendor: Vendor): AppError {
  const note = readRefusal(refusal);
  const verdict = verdicts[vendor.subjectOf?.(note) ?? subjectOfStatus(note.status)](vendor);
  const waitMs = verdict.code === 'PROVIDER_REJECTED' ? undefined : retryAfterMs(refusal.headers);
  const details: ErrorDetails = {
    status: note.status,
    reason: note.sentence ? redactedReason(note.sentence, vendor.apiKey) : `Status ${note.status}`,
    ...(verdict.setting && { setting: verdict.setting }),
    ...(isOfTexts(note.status, verdict) && { isOfTexts: true }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
  return new AppError(verdict.code, verdict.sentence, { details });
}

/**
 * Maps whatever a vendor's client threw to the error that the port promises.
 * The thrown error itself is not kept as the cause: SDKs put headers and bodies into theirs, and logs print causes.
 */
export function vendorError(error: unknown, vendor: Vendor): AppError {
  const chain = causesOf(error);
  const refusal = chain.find((link) => link instanceof VendorRefusal);
  if (refusal) return refusalError(refusal, vendor);

  const known = chain.find((link) => link instanceof AppError);
  if (known?.code === 'ADDRESS_FORBIDDEN') {
    return new AppError('PROVIDER_REJECTED', 'The fleet may not connect to the base URL', {
      details: { reason: known.message, setting: settingOf(vendor, 'baseUrl') },
    });
  }
  if (known) return known;

  const broken = chain.some((link) => link.name === 'SyntaxError' || link instanceof z.ZodError);
  const innermost = chain.at(-1);
  const sentence = broken
    ? `${vendor.name} answered in a form that cannot be read`
    : `${vendor.name} could not be reached`;
  const reason = broken
    ? 'The answer is cut off, or is not of the form that the API promises'
    : redactedReason(innermost?.message ?? String(error), vendor.apiKey);
  return new AppError('PROVIDER_UNAVAILABLE', sentence, {
    details: { reason, ...(broken && { isOfTexts: true }) },
  });
}
