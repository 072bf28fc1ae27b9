import { createRegistry } from '@docfleet/provider';
import type { z } from 'zod';
import { local } from './providers/local/index.ts';
import { s3Compatible } from './providers/s3-compatible/index.ts';

/** To add a provider: write its folder, then name it here. */
const registry = createRegistry('type', [s3Compatible, local]);

/** A namespace's `fileStorageConfig`, with the credentials. */
export const fileStorageConfig = registry.config;
export type FileStorageConfig = z.output<typeof fileStorageConfig>;

/** Names of the providers, as `type` has them. */
export const fileStorageTypes = registry.names;

/** Opens the store for the files of one namespace. Throws a ZodError when the configuration names none. */
export const openFileStore = registry.open;

/** The operator's settings of all providers. */
export const fileStoreSettings = registry.settings;
