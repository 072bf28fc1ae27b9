export {
  fingerprintOf,
  type ProviderCapabilities,
  parseCapabilities,
  recordCapabilities,
} from './capabilities.ts';
export { type NamespaceConfigs, type ProviderConfig, secretFields } from './configs.ts';
export { classifyRefusal, configurationChanged } from './configuration-changed.ts';
export { createNamespace } from './create-namespace.ts';
export { deleteNamespace, isNamespaceQuiet, removeNamespaceRows } from './delete-namespace.ts';
export {
  findChangedNamespaces,
  findNamespace,
  findNamespaceById,
  findNamespaceVersion,
  findNextNamespaces,
  findReembeddingNamespaces,
  findUnpurgedNamespaces,
  listNamespaces,
} from './find-namespace.ts';
export {
  claimMovable,
  endMoved,
  type MovableDocument,
  type MovingDocument,
  releaseMoving,
} from './moving.ts';
export {
  chunkSizesOf,
  defaultChunkSizes,
  type Namespace,
} from './namespace.ts';
export {
  findOutdatedKeywords,
  listOutdatedDocuments,
  noteEncodedDocument,
  noteEncodedNamespace,
  type OutdatedDocument,
} from './outdated-keywords.ts';
export { type NamespaceSettings, readNamespaceSettings } from './read-settings.ts';
export {
  closeReembeddingListings,
  deletePreviousGeneration,
  endReembedding,
  findReembedding,
  moveStatuses,
  type NamespaceMove,
  queueReembedding,
  type Reembedding,
  readMove,
  readReembeddingProgress,
} from './reembedding.ts';
export { movesVectors, type UpdatedNamespace, updateNamespace } from './update-namespace.ts';
