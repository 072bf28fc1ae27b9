export {
  ApiKeyScope,
  type Database,
  type DocumentModel,
  DocumentStage,
  DocumentStatus,
  DocumentType,
  EmbeddingProvider,
  FileStorageType,
  IngestionSource,
  IngestJobRunStatus,
  isDatabaseUnavailable,
  OcrStrategy,
  openDatabase,
  SyncFrequency,
  VectorStorageProvider,
  WebScraperProvider,
} from '@docfleet/database';
export { authenticate, type Principal } from './api-key/authenticate.ts';
export { createApiKey } from './api-key/create-api-key.ts';
export { type Actor, recordAuditEvent } from './audit-event/record-audit-event.ts';
export {
  findStaleVectors,
  findStoredVectors,
  forgetStaleChunks,
  markStored,
  type PlannedChunk,
  recordChunks,
} from './chunk/chunks.ts';
export { type ActiveChunk, findActiveChunks } from './chunk/find-active-chunks.ts';
export { advanceDocument } from './document/advance.ts';
export { type ClaimedDocument, claimDocument } from './document/claim.ts';
export { claimForCleaning, type DocumentToClean, releaseCleaned } from './document/claim-for-cleaning.ts';
export { disownWritten } from './document/disown-written.ts';
export { type DocumentResult, failDocument, succeedDocument } from './document/end.ts';
export { documentFileKeys, documentFilePrefix, revisionOfFile } from './document/file-keys.ts';
export type { DocumentFilter } from './document/filter.ts';
export { findForgottenDocuments } from './document/find-forgotten.ts';
export { createLeaseKeeper, type LeaseKeeper } from './document/leases.ts';
export {
  countDocuments,
  findDocument,
  findDocumentOfOrganization,
  hasVectors,
  listDocuments,
} from './document/list-documents.ts';
export { documentMoves, statusesBefore, unfinishedStatuses } from './document/moves.ts';
export { releaseDocument } from './document/release.ts';
export { type ResyncBatch, resyncDocuments } from './document/resync-documents.ts';
export { scheduleDocuments } from './document/schedule-documents.ts';
export { syncDueDocuments } from './document/sync-due-documents.ts';
export { createDocumentWorker, type DocumentWorker } from './document/worker.ts';
export { createId, isId } from './identifier.ts';
export { type AcceptedDocument, acceptDocument } from './ingest-job/accept-document.ts';
export { type AcceptedSource, acceptSource, type IncomingSource } from './ingest-job/accept-source.ts';
export type { IncomingDocument } from './ingest-job/incoming-document.ts';
export { runDueJobs } from './ingest-job/run-due-jobs.ts';
export { addDocumentsToRun, type FoundDocument } from './ingest-job-run/add-documents.ts';
export { cancelIngestJobRun } from './ingest-job-run/cancel-run.ts';
export {
  findIngestJobRun,
  findRunWithDocuments,
  mostListed,
  type RunDocument,
  type RunWithDocuments,
} from './ingest-job-run/find-run.ts';
export { closeAbandonedRuns, closeIntake, findForgottenRuns } from './ingest-job-run/intake.ts';
export { listIngestJobRuns, type Page, type RunFilter, type RunWithJob } from './ingest-job-run/list-runs.ts';
export { type KeywordStatistics, readKeywordStatistics } from './keyword-sample/keyword-sample.ts';
export { type ChunkSampler, createChunkSampler } from './keyword-sample/sampler.ts';
export type { NamespaceConfigs } from './namespace/configs.ts';
export { createNamespace } from './namespace/create-namespace.ts';
export { deleteNamespace, removeNamespaceRows } from './namespace/delete-namespace.ts';
export { findChangedNamespaces, findUnpurgedNamespaces } from './namespace/find-care.ts';
export { findNamespace, findNamespaceVersion, listNamespaces } from './namespace/find-namespace.ts';
export type { Namespace } from './namespace/namespace.ts';
export { type NamespaceSettings, readNamespaceSettings } from './namespace/read-settings.ts';
export { updateNamespace } from './namespace/update-namespace.ts';
export { createOrganization } from './organization/create-organization.ts';
export { createDispatcher, type Dispatcher } from './outbox/dispatcher.ts';
export type { OutboxJob } from './outbox/outbox.ts';
export { relayOutbox } from './outbox/relay.ts';
export { correctSchedules } from './schedule/correct-schedules.ts';
export { readClock } from './schedule/read-clock.ts';
