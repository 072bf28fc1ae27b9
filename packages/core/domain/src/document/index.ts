export { advanceDocument } from './advance.ts';
export { advancePage } from './advance-page.ts';
export { type Metadata, type MetadataChange, maxMetadataBytes, parseMetadata } from './change-metadata.ts';
export { readChunkSizes } from './chunk-sizes.ts';
export { type ClaimedDocument, claimDocument, documentOwner } from './claim.ts';
export { claimForCleaning, type DocumentToClean, releaseCleaned } from './claim-for-cleaning.ts';
export { endCleaning, findStalledCleanings } from './cleanings.ts';
export { countDocuments, rollUpCounts } from './count-documents.ts';
export { deleteDocuments } from './delete-documents.ts';
export type { DocumentRange } from './document-range.ts';
export { type DocumentEmbedding, embeddedText, parseEmbedding, titleOfDocument } from './embedding.ts';
export { type DocumentResult, failDocument, keepDocument, succeedDocument } from './end.ts';
export { failureSentence } from './failure-sentence.ts';
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
export type { DocumentFilter } from './filter.ts';
export { findLiveDocuments, type LiveDocument } from './find-live.ts';
export {
  findPageToFetch,
  findPreviousFetches,
  findSiblingPages,
  type PageToFetch,
  type SiblingPage,
} from './find-page.ts';
export { findStalledDocuments } from './find-stalled.ts';
export type { BulkChange, BulkStep } from './in-batches.ts';
export { createLeaseKeeper, type LeaseKeeper } from './leases.ts';
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
export { maxNotReadEntries, type NotRead, notReadKinds, parseNotRead } from './not-read.ts';
export { type PageFetch, type PageText, readingOf } from './page-fetch.ts';
export { followProgress, progressOf, progressUnits } from './progress.ts';
export {
  claimForPurge,
  type DocumentToPurge,
  findUnpurgedDocuments,
  rejectUntilPurged,
  releasePurge,
  removePurged,
} from './purge-work.ts';
export { readingDefaults } from './reading-defaults.ts';
export { recordLostWrites } from './record-lost-writes.ts';
export { releaseDocument } from './release.ts';
export { type ResyncBatch, resyncDocuments } from './resync-documents.ts';
export { scheduleDocuments } from './schedule-documents.ts';
export { syncDueDocuments } from './sync-due-documents.ts';
export { maxTimelineEntries, type TimelineEntry, timelineOf } from './timeline.ts';
export { documentTransitions, inFlightStatuses, statusesBefore, unfinishedStatuses } from './transitions.ts';
export { findUnknownFields } from './unknown-fields.ts';
export { type NewContent, updateDocumentContent } from './update-content.ts';
export { updateDocumentsMetadata } from './update-metadata.ts';
export {
  type FailureCause,
  maxFailuresRead,
  maxWaitingRead,
  readFailureCauses,
  readWaiting,
} from './what-is-wrong.ts';
export { createDocumentWorker, type DocumentWorker } from './worker.ts';
