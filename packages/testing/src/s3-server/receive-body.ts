import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsChunkedDecoder } from './aws-chunked.ts';
import { announcedChecksums } from './checksum.ts';
import { S3Error } from './s3-error.ts';

export interface ReceivedBody {
  readonly file: string;
  readonly size: number;
  /** MD5 of the body in hexadecimal. */
  readonly etag: string;
  /** Verified checksums in base64, by header name. */
  readonly checksums: Readonly<Record<string, string>>;
}

const maxObjectBytes = 5 * 2 ** 30;

function checkedLength(message: IncomingMessage, size: number): void {
  const announced = message.headers['x-amz-decoded-content-length'];
  if (announced !== undefined && Number(announced) !== size)
    throw new S3Error(400, 'IncompleteBody', 'The body is not as long as it was announced');
}

/** Streams a request body into a file; removes the file when the body does not match its headers. */
export async function receiveBody(
  message: IncomingMessage,
  payload: string,
  file: string,
): Promise<ReceivedBody> {
  const decoder = payload.startsWith('STREAMING-') ? new AwsChunkedDecoder() : undefined;
  const running = announcedChecksums(message.headers);
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  let size = 0;
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxObjectBytes) return done(new S3Error(400, 'EntityTooLarge'));
      md5.update(chunk);
      sha256.update(chunk);
      for (const checksum of running.values()) checksum.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline([message, ...(decoder ? [decoder] : []), tap, createWriteStream(file)]);
    checkedLength(message, size);
    if (/^[0-9a-f]{64}$/.test(payload) && sha256.digest('hex') !== payload)
      throw new S3Error(400, 'XAmzContentSHA256Mismatch');
    const checksums: Record<string, string> = {};
    for (const [name, checksum] of running) {
      checksums[name] = checksum.digest();
      if (checksums[name] !== (message.headers[name] ?? decoder?.trailers[name]))
        throw new S3Error(400, 'BadDigest', `The ${name} you specified did not match what was received`);
    }
    const digest = md5.digest();
    const wanted = message.headers['content-md5'];
    if (wanted !== undefined && wanted !== digest.toString('base64')) throw new S3Error(400, 'BadDigest');
    return { file, size, etag: digest.toString('hex'), checksums };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
