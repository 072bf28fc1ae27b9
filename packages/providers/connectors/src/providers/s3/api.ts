import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import { AppError, causesOf } from '@docfleet/errors';
import { readBody, unreadable } from '@docfleet/provider';
import { z } from 'zod';
import type { ConnectorContext } from '../../provider.ts';
import { accept, createVendorClient, type VendorClient } from '../../vendor-client.ts';
import { leaveBody } from '../../whole-body.ts';
import type { S3Settings } from './settings.ts';
import { s3Vendor } from './vendor.ts';

/** Loads the SDK (26 MB, 0.1 s) with the first connection. */
const load = createRequire(import.meta.url);
const loadSdk = () => load('@aws-sdk/client-s3') as typeof Sdk;

type Handler = NonNullable<Sdk.S3ClientConfig['requestHandler']>;
/** Request that the SDK has signed. */
interface SignedRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

const object = z.object({
  Key: z.string(),
  ETag: z.string().optional(),
  Size: z.number().optional(),
  LastModified: z.date().optional(),
  StorageClass: z.string().optional(),
  RestoreStatus: z
    .object({ IsRestoreInProgress: z.boolean().optional(), RestoreExpiryDate: z.date().optional() })
    .optional(),
});
export type S3Object = z.output<typeof object>;

const objectPage = z.object({
  Contents: z.array(object).default([]),
  IsTruncated: z.boolean(),
  NextContinuationToken: z.string().optional(),
  KeyCount: z.number().optional(),
  EncodingType: z.string().optional(),
});
type ObjectPage = z.output<typeof objectPage>;

const headReply = z.object({
  ETag: z.string().optional(),
  ContentLength: z.number().optional(),
  LastModified: z.date().optional(),
  StorageClass: z.string().optional(),
  Restore: z.string().optional(),
});

/** Returns the description of one object from a response, in the form of a listing's. */
function describedBy(
  Key: string,
  { ContentLength: Size, Restore, ...same }: z.output<typeof headReply>,
): S3Object {
  const isRestored = Restore?.includes('ongoing-request="false"');
  return { Key, Size, ...same, RestoreStatus: { RestoreExpiryDate: isRestored ? new Date() : undefined } };
}

export interface S3Api {
  list(query: {
    readonly prefix: string;
    readonly token?: string | undefined;
    readonly maxKeys?: number;
  }): Promise<ObjectPage>;
  /** An object as a listing describes it; rejects with ITEM_NOT_FOUND. */
  head(key: string): Promise<S3Object>;
  get(key: string): Promise<{
    readonly body: AsyncIterable<Uint8Array>;
    readonly mimeType: string;
    readonly version: string;
    /** Whether the object is stored compressed, so that more bytes arrive than it is listed with. */
    readonly isCompressed: boolean;
  }>;
}

/** A page has a thousand keys of a kilobyte at most, whose bytes may take three characters each. */
const maxListingBytes = 4 * 1024 * 1024;
/** Each object of a page has some ten elements. The SDK reads them in this process, and any server may be named as a bucket's. */
const maxTags = 50_000;

function isReadable(text: string): boolean {
  const tags = text.split('<', maxTags + 2).length - 1;
  return tags <= maxTags && !text.includes('<!DOCTYPE') && /<\/(?:\w+:)?ListBucketResult>\s*$/.test(text);
}

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function addressOf({ protocol, hostname, port, path, query }: SignedRequest): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${escaped(value)}`);
  const place = port === undefined ? hostname : `${hostname}:${port}`;
  return `${protocol}//${place}${path}?${pairs.join('&')}`;
}

const described = /<(Size|LastModified|RestoreExpiryDate)>([^<]*)<\/\1>/g;
const isDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** A listing without sizes and dates that are none: for one of them the SDK refuses all of it, and an object may go without. */
const withoutNonsense = (listing: string): string =>
  listing.replaceAll(described, (element, name: string, value: string) =>
    (name === 'Size' ? /^\d+$/ : isDate).test(value.trim()) ? element : '',
  );

/** A listing as a whole: one that breaks off would be taken for a short one, and the rest for deleted. */
async function wholeListing(body: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const text = (await readBody(body, maxListingBytes, unreadableList)).toString();
  if (!isReadable(text)) throw unreadableList();
  return Readable.from([Buffer.from(withoutNonsense(text))]);
}

/** The error for an answer that cannot be read. */
const unreadableList = () => unreadable(s3Vendor.name);

/** Sends what the SDK has signed by the connector's own way out. */
function handlerOf(client: VendorClient, signal: AbortSignal): Handler {
  return {
    async handle(request: SignedRequest) {
      const init = { method: request.method, headers: { ...request.headers } };
      const { status, headers, body } = await client.download(addressOf(request), init, signal);
      const isListing = request.query['list-type'] === '2';
      const whole = isListing ? await wholeListing(body) : Readable.from(body);
      return { response: { statusCode: status, headers: Object.fromEntries(headers), body: whole } };
    },
  } as unknown as Handler;
}

/** Keys come in the form of addresses, as XML cannot hold all of them, from servers that say so: others answer with the keys themselves. */
const keyOf = (key: string, { EncodingType }: ObjectPage) =>
  EncodingType?.toLowerCase() === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key;

/** All that a page names, damaged entries as well. */
const listed = z.object({ Contents: z.array(z.unknown()).default([]) });

function readPage(answer: unknown): ObjectPage {
  const page = accept(answer, objectPage, s3Vendor.name);
  const isCutOff = page.IsTruncated && !page.NextContinuationToken;
  const { length } = listed.safeParse(answer).data?.Contents ?? [];
  const isShort = page.KeyCount !== undefined && page.KeyCount !== length;
  if (isCutOff || isShort) throw unreadableList();
  try {
    return { ...page, Contents: page.Contents.map((one) => ({ ...one, Key: keyOf(one.Key, page) })) };
  } catch {
    throw unreadableList();
  }
}

async function explaining<Result>(call: Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    signal.throwIfAborted();
    // An error of the SDK itself means a response that it could not parse.
    throw causesOf(error).find((cause) => cause instanceof AppError) ?? unreadableList();
  }
}

/** Opens a bucket through the vendor's SDK, which signs and reads; it neither sends nor retries. */
export function openS3Api(
  { endpoint, region, bucket, accessKeyId }: S3Settings,
  context: ConnectorContext,
): (signal: AbortSignal) => S3Api {
  const { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, S3Client } = loadSdk();
  const client = createVendorClient(s3Vendor, context);
  return (signal) => {
    const sdk = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      maxAttempts: 1,
      followRegionRedirects: false,
      credentials: async () => ({ accessKeyId, secretAccessKey: await context.accessToken() }),
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: handlerOf(client, signal),
    });
    return {
      async list({ prefix, token, maxKeys }) {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          EncodingType: 'url',
          MaxKeys: maxKeys,
          // Whether an archived object has a copy that can be read.
          OptionalObjectAttributes: ['RestoreStatus'],
          ContinuationToken: token,
        });
        return readPage(await explaining(sdk.send(command), signal));
      },
      async head(key) {
        const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
        const answer = await explaining(sdk.send(command), signal);
        return describedBy(key, accept(answer, headReply, s3Vendor.name));
      },
      async get(key) {
        const command = new GetObjectCommand({ Bucket: bucket, Key: key });
        const { Body, ContentType, ContentEncoding, ETag } = await explaining(sdk.send(command), signal);
        if (!(Body instanceof Readable) || !ETag) {
          if (Body instanceof Readable) await leaveBody(Body);
          throw unreadableList();
        }
        const mimeType = ContentType || 'application/octet-stream';
        const isCompressed = /gzip|br|deflate|zstd/i.test(ContentEncoding ?? '');
        return { body: Body, mimeType, version: versionOf(ETag), isCompressed };
      },
    };
  };
}

/** An entity tag without its quotes. */
export const versionOf = (etag: string): string => etag.replace(/^(?:W\/)?"?|"$/g, '');
