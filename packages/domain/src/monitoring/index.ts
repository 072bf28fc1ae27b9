export { findSilentDocuments } from './find-silent-documents.ts';
export { type NamespaceBacklog, readBacklogs } from './read-backlogs.ts';
export { readOutbox } from './read-outbox.ts';
