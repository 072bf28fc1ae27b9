import { Transform, type TransformCallback } from 'node:stream';
import { S3Error } from './s3-error.ts';

const maxLineBytes = 16_384;

type Expected = 'size' | 'data' | 'end-of-chunk' | 'trailer';

/**
 * Decodes a body in `aws-chunked` encoding and stores its trailing headers (the SDKs put checksums there).
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export class AwsChunkedDecoder extends Transform {
  readonly trailers: Record<string, string> = {};
  #pending: Buffer = Buffer.alloc(0);
  #expected: Expected = 'size';
  #left = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    try {
      while (this.#step());
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    done(
      this.#expected === 'trailer'
        ? null
        : new S3Error(400, 'IncompleteBody', 'The body ended before its last chunk'),
    );
  }

  /** Decodes one element of the pending bytes; returns false when more bytes have to arrive first. */
  #step(): boolean {
    if (this.#expected === 'data') return this.#takeData();
    const line = this.#takeLine();
    if (line === undefined) return false;
    if (this.#expected === 'size') this.#beginChunk(line);
    else if (this.#expected === 'end-of-chunk') this.#expected = 'size';
    else this.#keepTrailer(line);
    return true;
  }

  #takeLine(): string | undefined {
    const end = this.#pending.indexOf('\r\n');
    if (end < 0) {
      if (this.#pending.length > maxLineBytes) throw new S3Error(400, 'InvalidRequest', 'A line is too long');
      return undefined;
    }
    const line = this.#pending.toString('latin1', 0, end);
    this.#pending = this.#pending.subarray(end + 2);
    return line;
  }

  #takeData(): boolean {
    if (this.#pending.length === 0) return false;
    const data = this.#pending.subarray(0, this.#left);
    this.push(data);
    this.#left -= data.length;
    this.#pending = this.#pending.subarray(data.length);
    if (this.#left === 0) this.#expected = 'end-of-chunk';
    return true;
  }

  #beginChunk(line: string): void {
    const size = /^([0-9a-f]{1,12})(?:;|$)/i.exec(line)?.[1];
    if (size === undefined) throw new S3Error(400, 'InvalidRequest', 'A chunk does not begin with its size');
    this.#left = Number.parseInt(size, 16);
    this.#expected = this.#left === 0 ? 'trailer' : 'data';
  }

  #keepTrailer(line: string): void {
    const colon = line.indexOf(':');
    if (colon > 0) this.trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
}
