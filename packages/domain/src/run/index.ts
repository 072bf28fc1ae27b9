export { addDocumentsToRun } from './add-documents.ts';
export { cancelIngestJobRun } from './cancel-run.ts';
export {
  findIngestJobRun,
  findRunProgress,
  findRunWithDocuments,
  mostListed,
  type RunDocument,
  type RunWithDocuments,
} from './find-run.ts';
export type { FoundDocument } from './found-document.ts';
export { closeAbandonedRuns, closeIntake, findForgottenRuns } from './intake.ts';
export { listIngestJobRuns, type Page, type RunFilter, type RunWithJob } from './list-runs.ts';
export { noteUnchanged, type UnchangedDocument } from './note-unchanged.ts';
export {
  findDocumentsOfRun,
  findSourceRun,
  keepRunAlive,
  type SourceRun,
} from './source-run.ts';
export { deleteVanished } from './vanished.ts';
