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
  countRun,
  type ItemAccount,
  itemParts,
  type LeftOut,
  listMetAddresses,
  maxLeftOutAddresses,
  maxReasons,
  maxSkippedListed,
  noteLeftOut,
  noteUnchanged,
  type UnchangedDocument,
} from './item-account.ts';
export { listIngestJobRuns, type Page, type RunFilter, type RunWithJob } from './list-runs.ts';
export {
  closeAbandonedRuns,
  closeListing,
  findDocumentsOfRun,
  findSourceRun,
  findStalledRuns,
  keepRunAlive,
  type SourceRun,
} from './source-run.ts';
