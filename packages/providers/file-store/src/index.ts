export type { ByteRange, FileStore, FileStoreContext, StoredFile } from './provider.ts';
export { localFilesDirectory } from './providers/local/index.ts';
export {
  type FileStorageConfig,
  fileStorageConfig,
  fileStorageTypes,
  fileStoreSettings,
  openFileStore,
} from './registry.ts';
