export { findSilentDocuments } from './find-silent-documents.ts';
export { type NamespaceBacklog, readBacklogs, readOutbox } from './read-backlogs.ts';
