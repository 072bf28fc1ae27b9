import { types } from 'node:util';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError, causesOf } from '@docfleet/errors';
import { commonVerdicts, refusalError, type Verdict } from '@docfleet/provider';
import { redactedReason } from '@docfleet/secrets';
import type { S3CompatibleConfig } from './config.ts';

/** The setting that a code of S3 blames. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const blamedSettings: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'credentials',
  SignatureDoesNotMatch: 'credentials',
  AccessDenied: 'credentials',
  AllAccessDisabled: 'credentials',
  AccountProblem: 'credentials',
  InvalidToken: 'credentials',
  ExpiredToken: 'credentials',
  NoSuchBucket: 'bucket',
  InvalidBucketName: 'bucket',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  PermanentRedirect: 'region',
  TemporaryRedirect: 'region',
  SecondLevelDomainForbidden: 'addressing',
  VirtualHostDomainRequired: 'addressing',
};

const complaints: Readonly<Record<string, string>> = {
  credentials: 'The file storage does not accept these credentials',
  bucket: 'The file storage has no such bucket',
  region: 'The bucket is in another region',
  addressing: 'The file storage wants the bucket in the host: set addressing to VIRTUAL_HOSTED',
  endpoint: 'The endpoint does not answer like an S3 server',
};

const rateLimitCodes = [
  'SlowDown',
  'TooManyRequests',
  'RequestLimitExceeded',
  'Throttling',
  'ThrottlingException',
];

/** Codes of stores that have no room: it passes when its owner makes some. */
const isFull = /Quota|StorageFull|InsufficientStorage|NotEnoughSpace/;

/** Names that the SDK uses for a refusal without a code of S3. */
const unnamed = /^(\d{3}|Unknown(Error)?|Forbidden|Unauthorized|S3ServiceException)$/;

/**
 * Node's codes of a connection that never came about, for which the address is to blame. They are looked for in the message too:
 * the SDK wraps errors that it does not know and keeps nothing else.
 */
const unreachable =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EPROTO|ERR_SSL_[A-Z_]+|ERR_TLS_[A-Z_]+|CERT_[A-Z_]+|(?:SELF|DEPTH|UNABLE)_[A-Z_]+)\b/;

const secretsOf = ({ credentials }: S3CompatibleConfig) => [
  credentials.secretAccessKey,
  credentials.accessKeyId,
];

const sentenceOf = ({ name, message }: Error) => (message === name ? name : `${name}: ${message}`);

/** Returns the verdict on a code of S3, and on a status where there is none. */
function verdictOf({ name, $metadata }: S3ServiceException): Verdict {
  const { httpStatusCode: status = 0 } = $metadata;
  const { rate, vendor } = commonVerdicts('The file storage');
  if (rateLimitCodes.includes(name) || status === 429) return rate;
  if (isFull.test(name)) return { ...vendor, sentence: 'The file storage has no space left' };
  // A clock that is wrong here is no fault of the configuration, and may be right again in a moment.
  const isMoment = name === 'RequestTimeTooSkewed' || name === 'RequestTimeout';
  if (isMoment || status >= 500 || status === 408) return vendor;
  const blamed = blamedSettings[name];
  if (blamed !== undefined) return rejected(blamed);
  // A 403 with another code, such as of a suspended user, is no matter of the keys.
  if (status === 401 || (status === 403 && unnamed.test(name))) return rejected('credentials');
  if (status === 301 || status === 307) return rejected('region');
  // S3 itself names what it misses; a bare 404 or 405 comes from some other web server.
  return rejected(status === 404 || status === 405 || status < 400 ? 'endpoint' : '');
}

const rejected = (setting: string): Verdict => ({
  code: 'PROVIDER_REJECTED',
  sentence: complaints[setting] ?? 'The file storage refuses the request',
  setting: setting === '' ? 'fileStorageConfig' : `fileStorageConfig.${setting}`,
});

/** Returns an error of the SDK, the network or the egress as an AppError that names the setting to correct. */
export function s3Error(error: unknown, config: S3CompatibleConfig): AppError {
  const secrets = secretsOf(config);
  if (error instanceof S3ServiceException) {
    const refusal = {
      status: error.$metadata.httpStatusCode ?? 0,
      headers: new Headers(error.$response?.headers),
    };
    const note = { reason: sentenceOf(error), secrets, hidesKeys: false, cause: error };
    return refusalError(refusal, verdictOf(error), note);
  }
  for (const cause of causesOf(error)) {
    if (!(cause instanceof AppError)) continue;
    if (cause.code !== 'ADDRESS_FORBIDDEN') return cause;
    const details = { setting: 'fileStorageConfig.endpoint', reason: cause.message };
    return new AppError('ADDRESS_FORBIDDEN', cause.message, { cause, details });
  }
  const cause = types.isNativeError(error) ? error : new Error(String(error));
  const notReached = causesOf(error).some(({ code, message }) => unreachable.test(`${code} ${message}`));
  const details = {
    reason: redactedReason(sentenceOf(cause), secrets, false),
    ...(notReached ? { setting: 'fileStorageConfig.endpoint' } : {}),
  };
  return new AppError('PROVIDER_UNAVAILABLE', 'The file storage cannot be reached', { cause, details });
}

/** While a configuration is checked, an endpoint that nothing answers at is its owner's mistake rather than bad luck. */
export function blameEndpoint(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'PROVIDER_UNAVAILABLE') return error;
  if (error.details.setting === undefined) return error;
  return new AppError('PROVIDER_REJECTED', 'No server can be reached at the endpoint', {
    cause: error,
    details: error.details,
  });
}
