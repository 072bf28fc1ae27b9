import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { S3Fault } from '../../s3-server/fault.ts';
import { type S3Request, type S3Server, startS3Server } from '../../s3-server/start-s3-server.ts';
import type { StubRequest } from '../../stub-server.ts';
import type { DriveFake } from '../drive-fake.ts';
import type { VendorFault } from '../vendor-fault.ts';

export interface BucketFake extends DriveFake {
  readonly accessKeyId: string;
  readonly bucket: string;
  /** Puts an object of any key, archived ones with the state of their copy (`x-amz-restore`); returns its external id. */
  putKey(key: string, content: string | Uint8Array, storageClass?: string, restore?: string): string;
}

const codes: Readonly<Record<number, string>> = {
  400: 'InvalidRequest',
  403: 'AccessDenied',
  404: 'NoSuchKey',
  409: 'OperationAborted',
  410: 'NoSuchKey',
  429: 'SlowDown',
  503: 'ServiceUnavailable',
};

const requestOf = ({ method, bucket, key, query }: S3Request): StubRequest => ({
  method,
  path: `/${bucket}/${key}`,
  query,
  headers: {},
  body: '',
  json: undefined,
});

function faultOf(fault: VendorFault | undefined): S3Fault | undefined {
  switch (fault?.kind) {
    case 'status': {
      const { status, headers, body } = fault;
      const code = codes[status] ?? 'InternalError';
      const message = body === undefined ? `This is what S3 says with ${status}` : JSON.stringify(body);
      return { kind: 'error', status, code, message, ...(headers && { headers }) };
    }
    case 'hang':
    case 'truncated':
      return { kind: fault.kind };
    case 'stall':
    case 'cut':
      return { kind: fault.kind, afterBytes: 20 };
    default:
      return undefined;
  }
}

const bucket = 'documents';

/** Creates the operations with which users change the bucket, without the server's API. */
function contentOf({
  storage,
  url,
}: S3Server): Pick<BucketFake, 'putKey' | 'put' | 'putUnsupported' | 'move' | 'remove'> {
  const ids = `${new URL(url).host}/${bucket}/`;
  function putKey(
    key: string,
    content: string | Uint8Array,
    storageClass = 'STANDARD',
    restore?: string,
  ): string {
    const file = storage.incomingFile();
    writeFileSync(file, content);
    const etag = createHash('md5').update(content).digest('hex');
    const size = Buffer.byteLength(content);
    const headers = {
      'x-amz-storage-class': storageClass,
      ...(restore !== undefined && { 'x-amz-restore': restore }),
    };
    storage.store(bucket, { key, file, size, etag, checksums: {}, contentType: 'text/plain', headers });
    return `${ids}${key}`;
  }
  return {
    putKey,
    put: (path, content) => putKey(path.slice(1), content),
    putUnsupported: (path) => putKey(path.slice(1), 'frozen', 'DEEP_ARCHIVE'),
    move(id, path) {
      const object = storage.find(bucket, id.slice(ids.length));
      if (!object) throw new Error(`There is no object ${id}`);
      storage.store(bucket, { ...object, key: path.slice(1), file: storage.copyOf(object) });
      storage.remove(bucket, object.key);
    },
    remove: (id) => storage.remove(bucket, id.slice(ids.length)),
  };
}

/** Starts an S3 server with one bucket as a vendor of documents; `token` is the secret access key. */
export async function startBucketFake({ pageSize = 1_000 }: { pageSize?: number } = {}): Promise<BucketFake> {
  const requests: StubRequest[] = [];
  const listing = { pageSize, repeatsPages: false };
  const accessKeyId = 'AKIDEXAMPLE';
  const server = await startS3Server({
    accessKeyId,
    bucket,
    region: 'eu-central-1',
    listing,
    get secretAccessKey() {
      return fake.token;
    },
    fault(request) {
      const shown = requestOf(request);
      requests.push(shown);
      return faultOf(fake.fault?.(shown));
    },
  });
  const fake: BucketFake = {
    url: server.url,
    requests,
    exchanges: [],
    accessKeyId,
    bucket,
    token: 'secret-access-key',
    fault: undefined,
    ...contentOf(server),
    get repeatPages() {
      return listing.repeatsPages;
    },
    set repeatPages(repeats: boolean) {
      listing.repeatsPages = repeats;
    },
    // A bucket has no log of changes.
    expireCursors: () => undefined,
    close: () => server.close(),
  };
  return fake;
}
