import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ReceivedBody } from './receive-body.ts';
import { S3Error } from './s3-error.ts';

export interface StoredObject extends ReceivedBody {
  readonly key: string;
  readonly contentType: string;
  /** Further headers of responses to GET: content-disposition, cache-control, x-amz-meta-… */
  readonly headers: Readonly<Record<string, string>>;
  readonly lastModified: string;
}

interface Bucket {
  readonly directory: string;
  readonly objects: Map<string, StoredObject>;
  /** Keys in UTF-8 byte order, sorted when a listing needs them; undefined after a change. */
  sortedKeys: string[] | undefined;
}

/** Storage of objects on disk: each body and each description is a file, so that a server that is restarted on the folder has them all. */
export interface ObjectStorage {
  /** Returns a path for a body that is being received. */
  incomingFile(): string;
  incomingFiles(): string[];
  createBucket(name: string): boolean;
  requireBucket(name: string): void;
  find(bucket: string, key: string): StoredObject | undefined;
  /** Stores a received body under a key, replacing an earlier object. */
  store(bucket: string, object: Omit<StoredObject, 'lastModified'>): StoredObject;
  /** Copies the bytes of an object to a file like that of a received body; returns its path. */
  copyOf(object: StoredObject): string;
  remove(bucket: string, key: string): void;
  sortedKeys(bucket: string): readonly string[];
  /** Behavior of listings; a test may change it. */
  readonly listing: ListingBehavior;
}

export interface ListingBehavior {
  /** Maximum of keys on a page, at most S3's own 1,000. */
  readonly pageSize: number;
  /** Whether each page continues with itself, so that the listing never ends. */
  readonly repeatsPages: boolean;
}

const compareBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

function openBucket(directory: string): Bucket {
  mkdirSync(directory, { recursive: true });
  const objects = new Map<string, StoredObject>();
  for (const name of readdirSync(directory).filter((file) => file.endsWith('.json'))) {
    const object = JSON.parse(readFileSync(join(directory, name), 'utf8')) as StoredObject;
    objects.set(object.key, object);
  }
  return { directory, objects, sortedKeys: undefined };
}

// Hashed, so that any key is a sane file name.
const descriptionFile = (bucket: Bucket, key: string) =>
  join(bucket.directory, `${createHash('sha256').update(key).digest('hex')}.json`);

function storeObject(
  bucket: Bucket,
  received: Omit<StoredObject, 'lastModified'>,
  description: string,
): StoredObject {
  const file = join(bucket.directory, randomUUID());
  renameSync(received.file, file);
  const object = { ...received, file, lastModified: new Date().toISOString() };
  writeFileSync(description, JSON.stringify(object));
  renameSync(description, descriptionFile(bucket, object.key));
  const before = bucket.objects.get(object.key);
  bucket.objects.set(object.key, object);
  if (before) rmSync(before.file, { force: true });
  else bucket.sortedKeys = undefined;
  return object;
}

function removeObject(bucket: Bucket, key: string): void {
  const object = bucket.objects.get(key);
  if (!object) return;
  bucket.objects.delete(key);
  bucket.sortedKeys = undefined;
  rmSync(descriptionFile(bucket, key), { force: true });
  rmSync(object.file, { force: true });
}

const defaultListing: ListingBehavior = { pageSize: 1_000, repeatsPages: false };

export function openObjectStorage(directory: string, listing = defaultListing): ObjectStorage {
  const incoming = join(directory, '.incoming');
  mkdirSync(incoming, { recursive: true });
  const names = readdirSync(directory).filter((name) => !name.startsWith('.'));
  const buckets = new Map(names.map((name) => [name, openBucket(join(directory, name))]));

  const incomingFile = () => join(incoming, randomUUID());
  const requireBucket = (name: string): Bucket => {
    const bucket = buckets.get(name);
    if (!bucket)
      throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: name });
    return bucket;
  };

  return {
    listing,
    incomingFile,
    incomingFiles: () => readdirSync(incoming),
    requireBucket,
    createBucket(name) {
      if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) throw new S3Error(400, 'InvalidBucketName');
      if (buckets.has(name)) return false;
      buckets.set(name, openBucket(join(directory, name)));
      return true;
    },
    find: (name, key) => requireBucket(name).objects.get(key),
    store: (name, object) => storeObject(requireBucket(name), object, incomingFile()),
    copyOf(object) {
      const file = incomingFile();
      copyFileSync(object.file, file);
      return file;
    },
    remove: (name, key) => removeObject(requireBucket(name), key),
    sortedKeys(name) {
      const bucket = requireBucket(name);
      bucket.sortedKeys ??= [...bucket.objects.keys()].sort(compareBytes);
      return bucket.sortedKeys;
    },
  };
}
