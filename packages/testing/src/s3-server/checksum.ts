import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

interface RunningChecksum {
  update(bytes: Buffer): void;
  /** Returns the checksum in base64, as S3 writes it. */
  digest(): string;
}

function runningCrc32(): RunningChecksum {
  let value = 0;
  return {
    update(bytes) {
      value = crc32(bytes, value);
    },
    digest() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes.toString('base64');
    },
  };
}

function runningHash(algorithm: string): RunningChecksum {
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('base64') };
}

const algorithms: Readonly<Record<string, () => RunningChecksum>> = {
  crc32: runningCrc32,
  sha1: () => runningHash('sha1'),
  sha256: () => runningHash('sha256'),
};

/** Returns the checksums that a request announces (`x-amz-checksum-…`, `x-amz-trailer`), by header name. */
export function announcedChecksums(headers: {
  readonly [name: string]: string | string[] | undefined;
}): Map<string, RunningChecksum> {
  const trailer = String(headers['x-amz-trailer'] ?? '').toLowerCase();
  const running = new Map<string, RunningChecksum>();
  for (const [algorithm, start] of Object.entries(algorithms)) {
    const name = `x-amz-checksum-${algorithm}`;
    if (headers[name] !== undefined || trailer === name) running.set(name, start());
  }
  return running;
}
