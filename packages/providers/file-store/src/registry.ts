import { z } from 'zod';
import type { FileStore, FileStoreContext } from './provider.ts';
import { local } from './providers/local/index.ts';
import { s3Compatible } from './providers/s3-compatible/index.ts';

/** To add a provider: write its folder, then name it here. */
const providers = [s3Compatible, local] as const;

type ConfigsOf<Providers extends readonly { readonly config: z.ZodType }[]> = {
  -readonly [Index in keyof Providers]: Providers[Index]['config'];
};

/** A namespace's `fileStorageConfig`, with the credentials. */
export const fileStorageConfig = z.discriminatedUnion(
  'type',
  // `map` forgets which config stands where.
  providers.map(({ config }) => config) as ConfigsOf<typeof providers>,
);

/** The names of the providers, as `type` has them. */
export const fileStorageTypes = providers.map(({ config }) => config.shape.type.value);

const byName = new Map(providers.map((provider) => [provider.config.shape.type.value, provider]));
export type FileStorageConfig = z.output<typeof fileStorageConfig>;

/** Opens the store that a configuration describes, for the files of one namespace. Throws a ZodError when it is none. */
export function openFileStore(config: unknown, context: FileStoreContext): FileStore {
  const { type } = fileStorageConfig.parse(config);
  // The union has exactly the providers of the map.
  return (byName.get(type) as (typeof providers)[number]).open(config, context);
}
