import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './s3-error.ts';

export interface S3Identity {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were received. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

interface Claim {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  /** SHA-256 of the body in hexadecimal, or one of the constants that replace it. */
  readonly payload: string;
  readonly expiresInSeconds?: number;
}

const clockToleranceMs = 15 * 60_000;
const maxPresignSeconds = 7 * 86_400;

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Encodes a text as Signature Version 4 does: all but the unreserved characters of RFC 3986. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function queryPairs(target: string): [string, string][] {
  const query = target.split('?')[1] ?? '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return [decodeURIComponent(name), decodeURIComponent(value)];
    });
}

function readClaim({ target, headers }: SignedRequest): Claim {
  const query = new Map(queryPairs(target));
  const header = (name: string) => String(headers[name] ?? '');
  if (query.has('X-Amz-Signature')) {
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      date: query.get('X-Amz-Date') ?? '',
      payload: query.get('X-Amz-Content-Sha256') ?? (header('x-amz-content-sha256') || 'UNSIGNED-PAYLOAD'),
      expiresInSeconds: Number(query.get('X-Amz-Expires')),
    };
  }
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    );
  if (!parts) throw new S3Error(403, 'AccessDenied', 'Access Denied');
  const [, credential = '', signedHeaders = '', signature = ''] = parts;
  return {
    credential,
    signedHeaders,
    signature,
    date: header('x-amz-date'),
    payload: header('x-amz-content-sha256'),
  };
}

function checkTime(claim: Claim): void {
  const iso = claim.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const signedAt = Date.parse(iso);
  const { expiresInSeconds } = claim;
  if (expiresInSeconds === undefined) {
    if (!(Math.abs(Date.now() - signedAt) <= clockToleranceMs))
      throw new S3Error(
        403,
        'RequestTimeTooSkewed',
        'The difference between the request time and the current time is too large.',
      );
    return;
  }
  const sane = expiresInSeconds > 0 && expiresInSeconds <= maxPresignSeconds;
  if (!sane || !(Date.now() <= signedAt + expiresInSeconds * 1_000))
    throw new S3Error(403, 'AccessDenied', 'Request has expired');
}

function canonicalRequest({ method, target, headers }: SignedRequest, claim: Claim): string {
  const path = decodeURIComponent(target.split('?')[0] ?? '/');
  const query = queryPairs(target)
    .filter(([name]) => name !== 'X-Amz-Signature')
    // Sorted by name first: a line break is lower than any character that a name may hold.
    .map(([name, value]) => `${encode(name)}\n${encode(value)}`)
    .sort()
    .map((pair) => pair.replace('\n', '='));
  const signed = claim.signedHeaders.split(';').map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/\s+/g, ' ')}\n`,
  );
  return [
    method,
    path.split('/').map(encode).join('/'),
    query.join('&'),
    signed.join(''),
    claim.signedHeaders,
    claim.payload,
  ].join('\n');
}

/**
 * Verifies a Signature Version 4 in headers or in a presigned URL; returns its description of the body: a SHA-256 in hexadecimal,
 * UNSIGNED-PAYLOAD or STREAMING-…. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export function authenticate(request: SignedRequest, identity: S3Identity): string {
  const claim = readClaim(request);
  const [accessKeyId, day = '', region = '', service = ''] = claim.credential.split('/');
  if (accessKeyId !== identity.accessKeyId)
    throw new S3Error(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  if (region !== identity.region)
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      `The authorization header is malformed; the region '${region}' is wrong; expecting '${identity.region}'`,
      { Region: identity.region },
    );
  checkTime(claim);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${identity.secretAccessKey}`, day), region), service), 'aws4_request');
  const expected = hmac(
    key,
    ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonicalRequest(request, claim))].join('\n'),
  );
  const given = Buffer.from(claim.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  return claim.payload;
}
