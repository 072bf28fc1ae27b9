export type { FileStore, FileStoreContext, StoredFile } from './provider.ts';
export { type FileStorageConfig, fileStorageConfig, openFileStore } from './registry.ts';
