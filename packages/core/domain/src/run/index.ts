export { addDocumentsToRun } from './add-documents.ts';
export { cancelIngestJobRun } from './cancel-run.ts';
export { endedRunStatuses, hasRunEnded } from './ended-runs.ts';
export {
  findIngestJobRun,
  findRunProgress,
  findRunWithDocuments,
  maxListed,
  type RunDocument,
  type RunWithDocuments,
} from './find-run.ts';
export type { FoundDocument } from './found-document.ts';
export {
  type ItemAccount,
  itemParts,
  maxReasons,
  maxSkippedListed,
} from './item-account.ts';
export { listIngestJobRuns, type Page, type RunFilter, type RunWithJob } from './list-runs.ts';
export { closeAbandonedRuns, closeListing, findStalledRuns } from './listing.ts';
export {
  countRun,
  type LeftOut,
  listMetAddresses,
  maxLeftOutAddresses,
  noteLeftOut,
} from './note-left-out.ts';
export { noteUnchanged, type UnchangedDocument } from './note-unchanged.ts';
export {
  findDocumentsOfRun,
  findSourceRun,
  keepRunAlive,
  type SourceRun,
} from './source-run.ts';
