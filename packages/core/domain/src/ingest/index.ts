export { type Acceptance, type AcceptedDocument, acceptDocument } from './accept-document.ts';
export {
  type AcceptedConnectionSource,
  type AcceptedSource,
  acceptConnectionSource,
  acceptSource,
  documentTypeOf,
  type IncomingConnectionSource,
  type IncomingSource,
  ownSources,
} from './accept-source.ts';
export {
  type CreateDocument,
  createDocuments,
  gatherDocuments,
  type IncomingDocument,
  reserveRoom,
} from './create-documents.ts';
export { runDueJobs, runRequestedJobs } from './run-jobs.ts';
export { openHeaders, sealHeaders } from './seal-headers.ts';
