import { z } from 'zod';
import type { FileStore, FileStoreContext } from './provider.ts';
import { local } from './providers/local/index.ts';
import { s3Compatible } from './providers/s3-compatible/index.ts';

/** To add a provider: write its folder, then name it here. */
const providers = { S3_COMPATIBLE: s3Compatible, LOCAL: local };

type ProviderConfig = (typeof providers)[keyof typeof providers]['config'];
// There is at least one: the table above is written by hand.
const configs = Object.values(providers).map(({ config }) => config) as [ProviderConfig, ...ProviderConfig[]];

/** What a namespace says of its file storage, with the credentials. */
export const fileStorageConfig = z.discriminatedUnion('type', configs);
export type FileStorageConfig = z.output<typeof fileStorageConfig>;

/** Opens the store that a configuration describes, for the files of one namespace. Throws a ZodError when it is none. */
export function openFileStore(config: unknown, context: FileStoreContext): FileStore {
  const { type } = fileStorageConfig.parse(config);
  return providers[type].open(config, context);
}
