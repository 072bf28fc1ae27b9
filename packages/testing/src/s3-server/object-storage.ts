import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedBody } from './receive-body.ts';
import { S3Error } from './s3-error.ts';

export interface StoredObject extends ReceivedBody {
  readonly key: string;
  readonly contentType: string;
  /** What a GET answers besides: content-disposition, cache-control, x-amz-meta-… */
  readonly headers: Readonly<Record<string, string>>;
  readonly lastModified: string;
}

interface Bucket {
  readonly directory: string;
  readonly objects: Map<string, StoredObject>;
  /** Keys in the order of their UTF-8 bytes, made when a listing needs them. */
  sortedKeys: string[] | undefined;
}

/** Objects on disk: each body and each description in a file of its own, so that a server opened on the folder again has them all. */
export interface ObjectStorage {
  /** A path for a body on its way in. */
  incomingFile(): string;
  incomingFiles(): string[];
  createBucket(name: string): boolean;
  requireBucket(name: string): void;
  find(bucket: string, key: string): StoredObject | undefined;
  /** Makes a received body the object of that key; what was there before is gone. */
  store(bucket: string, object: Omit<StoredObject, 'lastModified'>): Promise<StoredObject>;
  remove(bucket: string, key: string): Promise<void>;
  sortedKeys(bucket: string): readonly string[];
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

async function storeObject(
  bucket: Bucket,
  received: Omit<StoredObject, 'lastModified'>,
  description: string,
): Promise<StoredObject> {
  const file = join(bucket.directory, randomUUID());
  await rename(received.file, file);
  const object = { ...received, file, lastModified: new Date().toISOString() };
  await writeFile(description, JSON.stringify(object));
  await rename(description, descriptionFile(bucket, object.key));
  const before = bucket.objects.get(object.key);
  bucket.objects.set(object.key, object);
  if (before) await rm(before.file, { force: true });
  else bucket.sortedKeys = undefined;
  return object;
}

async function removeObject(bucket: Bucket, key: string): Promise<void> {
  const object = bucket.objects.get(key);
  if (!object) return;
  bucket.objects.delete(key);
  bucket.sortedKeys = undefined;
  await rm(descriptionFile(bucket, key), { force: true });
  await rm(object.file, { force: true });
}

export function openObjectStorage(directory: string): ObjectStorage {
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
    remove: (name, key) => removeObject(requireBucket(name), key),
    sortedKeys(name) {
      const bucket = requireBucket(name);
      bucket.sortedKeys ??= [...bucket.objects.keys()].sort(compareBytes);
      return bucket.sortedKeys;
    },
  };
}
