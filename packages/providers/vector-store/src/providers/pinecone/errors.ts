import { AppError, causesOf } from '@docfleet/errors';
import {
  commonVerdicts,
  connectionError,
  readRefusal,
  refusalError,
  subjectOfStatus,
  VendorRefusal,
  type Verdicts,
} from '@docfleet/provider';

const name = 'Pinecone';
const code = 'PROVIDER_REJECTED';
const otherDimension = "The index's dimension is not the embedding model's";
const [keySetting, hostSetting] = ['vectorStorageConfig.apiKey', 'vectorStorageConfig.indexHost'];
const common = commonVerdicts(name);
const key = { code, sentence: 'Pinecone does not accept the API key', setting: keySetting } as const;

const verdicts: Verdicts<'dimension'> = {
  ...common,
  key,
  forbidden: key,
  credit: common.request,
  redirect: common.request,
  missing: { code, sentence: 'There is no Pinecone index at this host', setting: hostSetting },
  dimension: { code, sentence: otherDimension, setting: hostSetting },
};

/** Maps whatever the SDK threw. `details.status` is the vendor's, `details.reason` its sentence without the key. */
export function pineconeError(error: unknown, apiKey: string): AppError {
  const secrets = [apiKey];
  const refusal = causesOf(error).find((link) => link instanceof VendorRefusal);
  if (refusal) {
    const reason = readRefusal(refusal).sentence ?? refusal.body;
    const subject = subjectOfStatus(refusal.status);
    const isOfDimension = subject === 'request' && /\bdimension/i.test(reason);
    return refusalError(refusal, verdicts[isOfDimension ? 'dimension' : subject], { reason, secrets });
  }
  const failure = connectionError(error, { name, secrets });
  if (failure.code !== 'PROVIDER_UNAVAILABLE') return failure;
  const details = { ...failure.details, setting: hostSetting };
  return new AppError('PROVIDER_UNAVAILABLE', 'Pinecone did not answer', { details });
}

/** Whether the vendor said that nothing has been written to the namespace yet; the index itself does exist. */
export const isMissingNamespace = (error: unknown): boolean =>
  error instanceof AppError &&
  error.details['status'] === 404 &&
  /namespace/i.test(error.details.reason ?? '');

export function wrongDimension(index: number | undefined, model: number): AppError {
  return new AppError('PROVIDER_REJECTED', otherDimension, {
    details: {
      setting: hostSetting,
      reason: `The index takes ${index ?? 'no dense'} dimensions, the embedding model returns ${model}`,
    },
  });
}
