export {
  type Activity,
  readHourlyActivity,
  readUsage,
  removeOldActivity,
  rollUpActivity,
} from './activity/activity.ts';
export { authenticate, type Principal } from './api-key/authenticate.ts';
export { createApiKey, highestRateLimit } from './api-key/create-api-key.ts';
export {
  type ApiKey,
  apiKeyStatus,
  apiKeyStatuses,
  findApiKey,
  findOrganizationOfApiKey,
  listApiKeys,
} from './api-key/find-api-keys.ts';
export { idOfKey } from './api-key/key-format.ts';
export { noteApiKeyUse } from './api-key/note-use.ts';
export { revokeApiKey } from './api-key/revoke-api-key.ts';
export { gracePeriodSeconds, rotateApiKey } from './api-key/rotate-api-key.ts';
export { listAuditEvents } from './audit-event/list-audit-events.ts';
export { type Actor, recordAuditEvent } from './audit-event/record-audit-event.ts';
export { removeAuditEvents } from './audit-event/remove-audit-events.ts';
export {
  findStaleChunks,
  findStoredVectors,
  findUnknownVectors,
  forgetStaleChunks,
  listVectors,
  markStored,
  type PlannedChunk,
  recordChunks,
} from './chunk/chunks.ts';
export { type ActiveChunk, findActiveChunks } from './chunk/find-active-chunks.ts';
export { type ChunkPlace, listChunks } from './chunk/list-chunks.ts';
export { createVectorId, documentOfVector, generationOfVector } from './chunk/vector-id.ts';
export {
  beginAuthorization,
  type PlannedAuthorization,
  removeExpiredAuthorizations,
  type TakenAuthorization,
  takeAuthorization,
} from './connection/authorization-state.ts';
export { activateConnection, failAuthorization, failConnection } from './connection/authorize-connection.ts';
export type { Connection, ConnectionOwner } from './connection/connection.ts';
export { createConnection, type NewConnection } from './connection/create-connection.ts';
export { type ConnectionFilter, findConnection, listConnections } from './connection/find-connections.ts';
export { connectionMoves } from './connection/moves.ts';
export { removeConnection } from './connection/remove-connection.ts';
export {
  type AuthorizedConnection,
  type Renewal,
  readAuthorizedConnection,
  renewTokens,
} from './connection/renew-tokens.ts';
export {
  cancelRunsOfConnection,
  type RevokedConnection,
  revokeConnection,
} from './connection/revoke-connection.ts';
export {
  beginSelection,
  findSelecting,
  finishSelection,
  removeExpiredSelections,
  type SelectedItem,
  type SelectionKey,
  selectionSessionSeconds,
} from './connection/selection-session.ts';
export type { ConnectionTokens } from './connection/tokens.ts';
export { type ConnectionChanges, updateConnection } from './connection/update-connection.ts';
export { deleteItems, deleteItemsBelow } from './connection-sync/delete-items.ts';
export { endSync } from './connection-sync/end-sync.ts';
export { findItemToFetch, type ItemToFetch } from './connection-sync/find-item.ts';
export { findStoredItems, type StoredItem } from './connection-sync/stored-items.ts';
export { findUnreadItems } from './connection-sync/unread-items.ts';
export {
  findSyncPlan,
  type ListedPage,
  mostSkippedListed,
  moveWalk,
  restartWalk,
  type SyncPlan,
  type Walk,
} from './connection-sync/walk.ts';
export { askForCleaning, askForContent, askForWork } from './consistency/ask-again.ts';
export {
  type ChunkDiscrepancy,
  findChunkDiscrepancies,
  findOrphanChunks,
  removeOrphanChunks,
} from './consistency/chunk-rows.ts';
export { addToDigest, type Digest, differingBuckets } from './consistency/digest.ts';
export { type CountDifference, correctCounts, findWrongCounts } from './consistency/document-counts.ts';
export { digestNeededFiles, judgeFiles, type ListedFile, readNeededFiles } from './consistency/file-rows.ts';
export { findByBucket } from './consistency/find-by-bucket.ts';
export { countMoving } from './consistency/moving-documents.ts';
export { countOrphanSamples, removeOrphanSamples } from './consistency/orphan-samples.ts';
export { correctRun, findWrongRuns, type RunDiscrepancy } from './consistency/run-counts.ts';
export { findStuckDocuments, type StuckDocument } from './consistency/stuck-documents.ts';
export { compareVectors, digestVisibleVectors, judgeVectors } from './consistency/vector-rows.ts';
export {
  createConversion,
  endConversion,
  findConversionOutcome,
  findWaitingConversion,
  readConversionFile,
  removeConversion,
  removeExpiredConversions,
} from './conversion/conversion.ts';
export { createEstimate, judgeContent, readEstimateOrder } from './conversion/estimate.ts';
export type * from './conversion/estimate-outcome.ts';
export {
  addCrawlPages,
  type Crawl,
  findMetPages,
  forgetUnmetPages,
  postponePage,
  readCrawlPageState,
  readCrawlProgress,
  recordVisits,
  takeWaitingPages,
  type Visit,
  type WaitingPage,
} from './crawl/crawl-pages.ts';
export * from './database.ts';
export { advanceDocument } from './document/advance.ts';
export { advancePage } from './document/advance-page.ts';
export { type Metadata, type MetadataChange, mostMetadataBytes } from './document/change-metadata.ts';
export { type ClaimedDocument, claimDocument } from './document/claim.ts';
export { claimForCleaning, type DocumentToClean, releaseCleaned } from './document/claim-for-cleaning.ts';
export { endCleaning, findForgottenCleanings } from './document/cleanings.ts';
export { countDocuments, rollUpCounts } from './document/count-documents.ts';
export { deleteDocuments } from './document/delete-documents.ts';
export { disownWritten } from './document/disown-written.ts';
export type { DocumentRange } from './document/document-range.ts';
export { type DocumentResult, failDocument, keepDocument, succeedDocument } from './document/end.ts';
export { failureSentence } from './document/failure-sentence.ts';
export {
  documentFileKeys,
  documentFilePrefix,
  fileOfKey,
  filesPrefix,
  revisionOfFile,
} from './document/file-keys.ts';
export type { DocumentFilter } from './document/filter.ts';
export { findForgottenDocuments } from './document/find-forgotten.ts';
export { findLiveDocuments, type LiveDocument } from './document/find-live.ts';
export { findFormerFetches, findPageToFetch } from './document/find-page.ts';
export type { BulkChange, BulkStep } from './document/in-batches.ts';
export { createLeaseKeeper, type LeaseKeeper } from './document/leases.ts';
export {
  findDocument,
  findDocumentOfOrganization,
  hasVectors,
  listDocuments,
} from './document/list-documents.ts';
export {
  claimForMetadata,
  completeMetadata,
  type DocumentWithNewMetadata,
  failMetadata,
  findForgottenMetadata,
  rejectWhileHeld,
  requeueMetadata,
  returnMetadata,
} from './document/metadata-work.ts';
export { documentMoves, inFlightStatuses, statusesBefore, unfinishedStatuses } from './document/moves.ts';
export { type PageFetch, readingOf } from './document/page-fetch.ts';
export {
  claimForPurge,
  type DocumentToPurge,
  findUnpurgedDocuments,
  rejectUntilPurged,
  releasePurge,
  removePurged,
} from './document/purge-work.ts';
export { releaseDocument } from './document/release.ts';
export { type ResyncBatch, resyncDocuments } from './document/resync-documents.ts';
export { scheduleDocuments } from './document/schedule-documents.ts';
export { syncDueDocuments } from './document/sync-due-documents.ts';
export { mostTimelineEntries, type TimelineEntry, timelineOf } from './document/timeline.ts';
export { type NewContent, updateDocumentContent } from './document/update-content.ts';
export { updateDocumentsMetadata } from './document/update-metadata.ts';
export {
  type FailureCause,
  mostFailuresRead,
  mostWaitingRead,
  readFailureCauses,
  readWaiting,
} from './document/what-is-wrong.ts';
export { createDocumentWorker, type DocumentWorker } from './document/worker.ts';
export { failureOf } from './failure-of.ts';
export {
  claimRequest,
  type KeptAnswer,
  type KeyedRequest,
  type RequestClaim,
} from './idempotency/claim-request.ts';
export { removeExpiredRequests } from './idempotency/remove-expired-requests.ts';
export { createId, isId } from './identifier.ts';
export {
  type AcceptedConnectionSource,
  acceptConnectionSource,
  type IncomingConnectionSource,
} from './ingest-job/accept-connection-source.ts';
export { type Acceptance, type AcceptedDocument, acceptDocument } from './ingest-job/accept-document.ts';
export { type AcceptedSource, acceptSource, type IncomingSource } from './ingest-job/accept-source.ts';
export { createDocuments } from './ingest-job/create-documents.ts';
export { type CreateDocument, gatherDocuments } from './ingest-job/gather-documents.ts';
export type { IncomingDocument } from './ingest-job/incoming-document.ts';
export { runDueJobs } from './ingest-job/run-due-jobs.ts';
export { addDocumentsToRun } from './ingest-job-run/add-documents.ts';
export { cancelIngestJobRun } from './ingest-job-run/cancel-run.ts';
export {
  findIngestJobRun,
  findRunProgress,
  findRunWithDocuments,
  mostListed,
  type RunDocument,
  type RunWithDocuments,
} from './ingest-job-run/find-run.ts';
export type { FoundDocument } from './ingest-job-run/found-document.ts';
export { closeAbandonedRuns, closeIntake, findForgottenRuns } from './ingest-job-run/intake.ts';
export { listIngestJobRuns, type Page, type RunFilter, type RunWithJob } from './ingest-job-run/list-runs.ts';
export { noteUnchanged, type UnchangedDocument } from './ingest-job-run/note-unchanged.ts';
export {
  findDocumentsOfRun,
  findSourceRun,
  keepRunAlive,
  type SourceRun,
} from './ingest-job-run/source-run.ts';
export { deleteVanished } from './ingest-job-run/vanished.ts';
export type { Admission } from './intake/admission.ts';
export { createIntake, type Intake } from './intake/intake.ts';
export { type KeywordStatistics, readKeywordStatistics } from './keyword-sample/keyword-sample.ts';
export { type ChunkSampler, createChunkSampler } from './keyword-sample/sampler.ts';
export { type MasterKeys, openVault } from './master-key/open-vault.ts';
export { resealSecrets } from './master-key/reseal-secrets.ts';
export type { Resealing } from './master-key/resealing.ts';
export { findSilentDocuments } from './monitoring/find-silent-documents.ts';
export { type NamespaceBacklog, readBacklogs } from './monitoring/read-backlogs.ts';
export { readOutbox } from './monitoring/read-outbox.ts';
export { type NamespaceConfigs, type ProviderConfig, secretFields } from './namespace/configs.ts';
export { configurationChanged, judgeRefusal } from './namespace/configuration-changed.ts';
export { createNamespace } from './namespace/create-namespace.ts';
export { deleteNamespace, removeNamespaceRows } from './namespace/delete-namespace.ts';
export {
  findChangedNamespaces,
  findReembeddingNamespaces,
  findUnpurgedNamespaces,
} from './namespace/find-care.ts';
export {
  findNamespace,
  findNamespaceById,
  findNamespaceVersion,
  listNamespaces,
} from './namespace/find-namespace.ts';
export type { Namespace } from './namespace/namespace.ts';
export { isNamespaceQuiet } from './namespace/purge-readiness.ts';
export { type NamespaceSettings, readNamespaceSettings } from './namespace/read-settings.ts';
export {
  closeReembeddingListings,
  endReembedding,
  findReembedding,
  forgetFormerGeneration,
  queueReembedding,
  type Reembedding,
  readReembeddingProgress,
} from './namespace/reembedding.ts';
export { type UpdatedNamespace, updateNamespace } from './namespace/update-namespace.ts';
export { createOrganization } from './organization/create-organization.ts';
export { findOrganization, listOrganizations } from './organization/find-organizations.ts';
export { createDispatcher, type Dispatcher } from './outbox/dispatcher.ts';
export type { OutboxJob } from './outbox/outbox.ts';
export { relayOutbox } from './outbox/relay.ts';
export { correctSchedules } from './schedule/correct-schedules.ts';
export { readClock } from './schedule/read-clock.ts';
export { createWebhook } from './webhook/create-webhook.ts';
export { deleteWebhook } from './webhook/delete-webhook.ts';
export { disableWebhook } from './webhook/disable-webhook.ts';
export { findWebhook, listWebhooks } from './webhook/find-webhooks.ts';
export { rotateSigningKey } from './webhook/rotate-signing-key.ts';
export { updateWebhook } from './webhook/update-webhook.ts';
export type { Webhook, WebhookOwner, WebhookSettings } from './webhook/webhook.ts';
export { admitDeliveries, findLostDeliveries } from './webhook-delivery/admit-deliveries.ts';
export { cancelDeliveries } from './webhook-delivery/cancel-deliveries.ts';
export { type DeliveryLog, openDeliveryLog } from './webhook-delivery/delivery-log.ts';
export { fanOutEvents } from './webhook-delivery/fan-out-events.ts';
export { findDelivery, listDeliveries, type WebhookDelivery } from './webhook-delivery/find-deliveries.ts';
export type { OpenDelivery } from './webhook-delivery/open-deliveries.ts';
export type { AttemptOutcome, FailureStreak } from './webhook-delivery/record-attempts.ts';
export { removeOldEvents } from './webhook-delivery/remove-old-events.ts';
export { replayDelivery, sendTestEvent } from './webhook-delivery/send-now.ts';
