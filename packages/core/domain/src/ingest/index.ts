export {
  type AcceptedConnectionSource,
  acceptConnectionSource,
  type IncomingConnectionSource,
} from './accept-connection-source.ts';
export { type Acceptance, type AcceptedDocument, acceptDocument } from './accept-document.ts';
export { type AcceptedSource, acceptSource, type IncomingSource } from './accept-source.ts';
export { createDocuments } from './create-documents.ts';
export { type CreateDocument, gatherDocuments } from './gather-documents.ts';
export type { IncomingDocument } from './incoming-document.ts';
export { reserveRoom } from './reserve-room.ts';
export { runDueJobs } from './run-due-jobs.ts';
export { runRequestedJobs } from './run-requested-jobs.ts';
export { openHeaders, sealHeaders } from './seal-headers.ts';
export { documentTypeOf, ownSources } from './source-queue.ts';
