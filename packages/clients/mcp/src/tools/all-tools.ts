import type { Tool } from '../tool.ts';
import { answer } from './answer.ts';
import { listConnections, syncConnection } from './connections.ts';
import { deleteDocuments, getDocument, listDocuments } from './documents.ts';
import { ingestStatus } from './ingest-status.ts';
import { ingestText } from './ingest-text.ts';
import { ingestSitemap, ingestUrls, ingestWebsite } from './ingest-web.ts';
import { getNamespace, listNamespaces } from './namespaces.ts';
import { readDocument } from './read-document.ts';
import { search } from './search.ts';

/** Everything that an assistant can do, in the order in which it is shown. To add a tool: write it, then name it here. */
export const allTools: readonly Tool[] = [
  search,
  answer,
  readDocument,
  listNamespaces,
  getNamespace,
  listDocuments,
  getDocument,
  ingestText,
  ingestUrls,
  ingestWebsite,
  ingestSitemap,
  ingestStatus,
  listConnections,
  syncConnection,
  deleteDocuments,
];
