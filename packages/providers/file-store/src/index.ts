export type { ByteRange, FileStore, FileStoreContext, StoredFile } from './provider.ts';
export { type FileStorageConfig, fileStorageConfig, fileStorageTypes, openFileStore } from './registry.ts';
