import { createHash } from 'node:crypto';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { FileStoreContext } from '../../provider.ts';
import type { S3CompatibleConfig } from './config.ts';
import { withDeadline } from './deadline.ts';
import { s3Error } from './errors.ts';

const connectTimeoutMs = 5_000;

interface SignedLater {
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/**
 * Sends DeleteObjects with Content-MD5, which every store knows and some require, in place of the newer checksum headers, which some
 * refuse. https://github.com/aws/aws-sdk-js-v3/blob/main/supplemental-docs/MD5_FALLBACK.md
 */
function declareMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const { headers, body } = args.request as SignedLater;
        if (commandName !== 'DeleteObjectsCommand' || typeof body !== 'string') return next(args);
        for (const name of Object.keys(headers))
          if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete headers[name];
        headers['Content-MD5'] = createHash('md5').update(body).digest('base64');
        return next(args);
      },
    { step: 'build', priority: 'low', name: 'declareMd5' },
  );
}

/** Whether the SDK has learned from the error how far the clocks are apart: the next request is signed for the server's. */
const isClockCorrected = (error: unknown) =>
  error instanceof S3ServiceException &&
  (error.$metadata as { readonly clockSkewCorrected?: boolean }).clockSkewCorrected === true;

export interface S3Connection {
  readonly client: S3Client;
  readonly bucket: string;
  /** Runs a call of the SDK with a deadline; its errors come out as AppErrors, or as the reason of the caller's signal. */
  ask<Result>(
    signal: AbortSignal,
    deadlineMs: number,
    call: (client: S3Client, abort: { abortSignal: AbortSignal }) => Promise<Result>,
  ): Promise<Result>;
  explain(error: unknown, signal: AbortSignal): unknown;
}

/** The SDK's client, over the egress's agents and without retries of its own. It must not be destroyed: that would close the agents, which all stores share. */
export function connect(config: S3CompatibleConfig, { egress }: FileStoreContext): S3Connection {
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    // A copy: the SDK writes into it.
    credentials: { ...config.credentials },
    forcePathStyle: config.addressing !== 'VIRTUAL_HOSTED',
    maxAttempts: 1,
    followRegionRedirects: false,
    // The newer checksum headers are unknown to many compatible stores; the signature already covers every body that is sent.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: egress.httpAgent,
      httpsAgent: egress.httpsAgent,
      connectionTimeout: connectTimeoutMs,
      // An idle socket may be a reader's pause; the deadlines here distinguish the two.
      socketTimeout: 0,
    },
  });
  declareMd5(client);
  const explain = (error: unknown, signal: AbortSignal) =>
    signal.aborted ? signal.reason : s3Error(error, config);
  return {
    client,
    bucket: config.bucket,
    explain,
    async ask(signal, deadlineMs, call) {
      const send = () => withDeadline(signal, deadlineMs, (abortSignal) => call(client, { abortSignal }));
      try {
        return await send().catch((error: unknown) => {
          if (isClockCorrected(error)) return send();
          throw error;
        });
      } catch (error) {
        throw explain(error, signal);
      }
    },
  };
}
