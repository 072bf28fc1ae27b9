import { AppError, causesOf } from '@docfleet/errors';
import {
  commonVerdicts,
  concernOf,
  connectionError,
  type RefusalFields,
  readRefusal,
  refusalError,
  type StatusSubject,
  subjectOfStatus,
  VendorRefusal,
  type Verdicts,
} from '@docfleet/provider';

/** Causes that vendors of models state besides those of a status. */
export type RefusalSubject = StatusSubject | 'address';

/** A vendor of models, and the namespace's configuration that names it. */
export interface Vendor {
  /** The vendor's name as in its own documentation. */
  readonly name: string;
  readonly model: string;
  readonly apiKey: string;
  /** Name of the namespace's configuration of this vendor; `embeddingModelConfig` unless given. */
  readonly config?: string;
  readonly product?: string;
  /** Returns the cause of a refusal where this vendor states it more precisely than the status; undefined otherwise. */
  readonly subjectOf?: (refusal: RefusalFields) => RefusalSubject | undefined;
}

function verdictsOf({
  name,
  model,
  config = 'embeddingModelConfig',
  product = 'embedding',
}: Vendor): Verdicts<RefusalSubject> {
  const code = 'PROVIDER_REJECTED';
  const key = { code, sentence: `${name} refused the API key`, setting: `${config}.apiKey` } as const;
  const address = {
    code,
    sentence: `No ${product} API answers at the base URL`,
    setting: `${config}.baseUrl`,
  } as const;
  return {
    ...commonVerdicts(name),
    request: { code, sentence: `${name} refused the texts` },
    key,
    forbidden: key,
    credit: {
      ...key,
      sentence: `The ${name} account of this API key has no credit or quota left; add some, or use the key of another account`,
    },
    missing: {
      code,
      sentence: `${name} has no ${product} model "${model}" for this API key`,
      setting: `${config}.model`,
    },
    address,
    redirect: address,
  };
}

/**
 * Maps an error of a vendor's client to the error that the port promises. `isOfTexts` states that another text might be answered: a request
 * is refused for its texts, their number or their length, and servers answer 500 where a model computes no number for one of them.
 */
export function vendorError(error: unknown, vendor: Vendor): AppError {
  const { name, apiKey, config = 'embeddingModelConfig' } = vendor;
  const chain = causesOf(error);
  const refusal = chain.find((link) => link instanceof VendorRefusal);
  if (refusal) {
    const fields = readRefusal(refusal);
    const verdict = verdictsOf(vendor)[vendor.subjectOf?.(fields) ?? subjectOfStatus(refusal.status)];
    const isOfTexts = refusal.status === 500 || concernOf(verdict.code, verdict.setting) === 'request';
    const details = isOfTexts ? { isOfTexts } : {};
    return refusalError(refusal, verdict, { reason: fields.sentence, secrets: [apiKey], details });
  }
  const failure = connectionError(error, { name, secrets: [apiKey] });
  if (failure.code !== 'ADDRESS_FORBIDDEN') return failure;
  return new AppError('PROVIDER_REJECTED', 'The base URL is refused', {
    details: { reason: failure.message, setting: `${config}.baseUrl` },
  });
}
