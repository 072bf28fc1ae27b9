import { S3Client } from '@aws-sdk/client-s3';
import type { FileStoreContext } from '../../provider.ts';
import type { S3CompatibleConfig } from './config.ts';
import { withDeadline } from './deadline.ts';
import { s3Error } from './errors.ts';

const connectTimeoutMs = 5_000;

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
    forcePathStyle: true,
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
  const explain = (error: unknown, signal: AbortSignal) =>
    signal.aborted ? signal.reason : s3Error(error, config);
  return {
    client,
    bucket: config.bucket,
    explain,
    async ask(signal, deadlineMs, call) {
      try {
        return await withDeadline(signal, deadlineMs, (abortSignal) => call(client, { abortSignal }));
      } catch (error) {
        throw explain(error, signal);
      }
    },
  };
}
