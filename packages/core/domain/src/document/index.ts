export {
  advanceDocument,
  advancePage,
  maxNotReadEntries,
  type NotRead,
  notReadKinds,
  parseNotRead,
} from './advance.ts';
export { type ClaimedDocument, claimDocument, documentOwner, releaseDocument } from './claim.ts';
export {
  claimForCleaning,
  type DocumentToClean,
  endCleaning,
  findStalledCleanings,
  recordLostWrites,
  releaseCleaned,
} from './cleaning.ts';
export { countDocuments, rollUpCounts } from './count-documents.ts';
export {
  claimForPurge,
  type DocumentToPurge,
  deleteDocuments,
  findUnpurgedDocuments,
  rejectUntilPurged,
  releasePurge,
  removePurged,
} from './delete-documents.ts';
export {
  type DocumentEmbedding,
  embeddedText,
  parseEmbedding,
  readChunkSizes,
  titleOfDocument,
} from './embedding.ts';
export { type DocumentResult, failDocument, keepDocument, succeedDocument } from './end.ts';
export {
  documentFields,
  type FieldName,
  readSourceValues,
  type SourceColumns,
  type SourceFilter,
  sourceFilters,
} from './fields.ts';
export {
  documentFileKeys,
  documentFilePrefix,
  fileOfKey,
  filesPrefix,
  revisionOfFile,
} from './file-keys.ts';
export { type DocumentFilter, findUnknownFields } from './filter.ts';
export {
  findLiveDocuments,
  findPageToFetch,
  findPreviousFetches,
  findSiblingPages,
  type LiveDocument,
  type PageToFetch,
  type SiblingPage,
} from './find-page.ts';
export type { BulkChange, BulkStep, DocumentRange } from './in-batches.ts';
export { createLeaseKeeper, findStalledDocuments, type LeaseKeeper } from './leases.ts';
export {
  findDocument,
  findDocumentOfOrganization,
  hasVectors,
  listDocumentPage,
  listDocuments,
} from './list-documents.ts';
export {
  claimForMetadata,
  completeMetadata,
  countPendingMetadata,
  type DocumentWithNewMetadata,
  failMetadata,
  findStalledMetadata,
  rejectWhileHeld,
  requeueMetadata,
  returnMetadata,
} from './metadata-work.ts';
export { type PageFetch, type PageText, readingDefaults, readingOf } from './page-fetch.ts';
export { followProgress, progressOf, progressUnits } from './progress.ts';
export { type ResyncBatch, resyncDocuments, syncDueDocuments } from './resync-documents.ts';
export { scheduleDocuments } from './schedule-documents.ts';
export { maxTimelineEntries, type TimelineEntry, timelineOf } from './timeline.ts';
export { documentTransitions, inFlightStatuses, statusesBefore, unfinishedStatuses } from './transitions.ts';
export { type NewContent, updateDocumentContent } from './update-content.ts';
export {
  type Metadata,
  type MetadataChange,
  maxMetadataBytes,
  parseMetadata,
  updateDocumentsMetadata,
} from './update-metadata.ts';
export {
  type FailureCause,
  failureSentence,
  maxFailuresRead,
  maxWaitingRead,
  readFailureCauses,
  readWaiting,
} from './what-is-wrong.ts';
export { createDocumentWorker, type DocumentWorker } from './worker.ts';
