export { findSilentDocuments, type NamespaceBacklog, readBacklogs, readOutbox } from './read-backlogs.ts';
