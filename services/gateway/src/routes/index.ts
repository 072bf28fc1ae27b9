import type { Route } from '../http/route.ts';
import { getDocumentContentRoute } from './documents/get-content.ts';
import { listDocumentsRoute } from './documents/list.ts';
import { resyncDocumentsRoute } from './documents/resync.ts';
import { scheduleDocumentsRoute } from './documents/schedule.ts';
import { getFileRoute } from './files/get.ts';
import { ingestFile } from './ingest/file.ts';
import { ingestText } from './ingest/text.ts';
import { cancelIngestJobRunRoute } from './ingest-job-runs/cancel.ts';
import { getIngestJobRunRoute } from './ingest-job-runs/get.ts';
import { listIngestJobRunsRoute } from './ingest-job-runs/list.ts';
import { createNamespaceRoute } from './namespaces/create.ts';
import { deleteNamespaceRoute } from './namespaces/delete.ts';
import { getNamespaceRoute } from './namespaces/get.ts';
import { listNamespacesRoute } from './namespaces/list.ts';
import { updateNamespaceRoute } from './namespaces/update.ts';
import { hybridSearchRoute } from './search/hybrid.ts';
import { searchRoute } from './search/semantic.ts';

/** Everything that is served under /v1. To add an endpoint: write its file, then name it here. */
export const routes: readonly Route[] = [
  createNamespaceRoute,
  listNamespacesRoute,
  getNamespaceRoute,
  updateNamespaceRoute,
  deleteNamespaceRoute,
  ingestText,
  ingestFile,
  listIngestJobRunsRoute,
  getIngestJobRunRoute,
  cancelIngestJobRunRoute,
  listDocumentsRoute,
  resyncDocumentsRoute,
  scheduleDocumentsRoute,
  getDocumentContentRoute,
  getFileRoute,
  searchRoute,
  hybridSearchRoute,
];
