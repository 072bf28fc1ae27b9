import type { Vendor } from '../../exchange.ts';
import type { RefusalSubject } from '../../refusal.ts';

/** Subjects by the code of the error. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const subjects: Readonly<Record<string, RefusalSubject>> = {
  InvalidAccessKeyId: 'token',
  SignatureDoesNotMatch: 'token',
  InvalidToken: 'token',
  ExpiredToken: 'token',
  AccountProblem: 'token',
  AllAccessDisabled: 'token',
  InvalidObjectState: 'unsupported',
  SlowDown: 'rate',
  TooManyRequests: 'rate',
  RequestLimitExceeded: 'rate',
  Throttling: 'rate',
  // A clock that is wrong here is no fault of the keys.
  RequestTimeTooSkewed: 'vendor',
  RequestTimeout: 'vendor',
};

/** Settings to correct, by S3's error code: bucket and region are settings of the connection, not items. */
const settings: Readonly<Record<string, string>> = {
  NoSuchBucket: 'bucket',
  InvalidBucketName: 'bucket',
  PermanentRedirect: 'region',
  TemporaryRedirect: 'endpoint',
  AuthorizationHeaderMalformed: 'region',
};

const elementOf = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&quot;', '"');

/** Vendor description of S3 and compatible servers: each request is signed by the SDK (AWS Signature Version 4). */
export const s3Vendor: Vendor = {
  name: 'S3',
  // AWS allows 5,500 reads a second for a prefix; a server of one's own is not to be overrun.
  requestsPerSecond: 100,
  isSigned: true,
  readRefusal({ text, status }) {
    const code = elementOf(text, 'Code') ?? '';
    const message = elementOf(text, 'Message');
    // A redirect means another region, or another server.
    const setting = settings[code] ?? (status < 400 ? 'endpoint' : undefined);
    const subject = setting === undefined ? subjects[code] : 'setting';
    return { subject, setting, reason: [code, message].filter(Boolean).join(': ') || undefined };
  },
};
