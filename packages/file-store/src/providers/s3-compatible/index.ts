import { defineFileStoreProvider } from '../../provider.ts';
import { s3CompatibleConfig } from './config.ts';
import { openS3Store } from './store.ts';

export const s3Compatible = defineFileStoreProvider(s3CompatibleConfig, (config, context) =>
  openS3Store(config, context),
);
