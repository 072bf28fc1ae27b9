import { createRequire } from 'node:module';
import { defineFileStoreProvider } from '../../provider.ts';
import { s3CompatibleConfig } from './config.ts';
import type * as Store from './store.ts';

/** Loads the SDK (26 MB, 0.1 s) with the first bucket. */
const load = createRequire(import.meta.url);

export const s3Compatible = defineFileStoreProvider(s3CompatibleConfig, (config, context) =>
  (load('./store.ts') as typeof Store).openS3Store(config, context),
);
