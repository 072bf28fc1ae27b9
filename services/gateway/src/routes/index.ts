import type { Route } from '../http/route.ts';
import { createApiKeyRoute } from './api-keys/create.ts';
import { currentApiKeyRoute } from './api-keys/current.ts';
import { listApiKeysRoute } from './api-keys/list.ts';
import { revokeApiKeyRoute } from './api-keys/revoke.ts';
import { rotateApiKeyRoute } from './api-keys/rotate.ts';
import { listAuditEventsRoute } from './audit-events/list.ts';
import { connectionCallbackRoute } from './connections/callback.ts';
import { createConnectionRoute } from './connections/create.ts';
import { deleteConnectionRoute } from './connections/delete.ts';
import { getConnectionRoute } from './connections/get.ts';
import { listConnectionsRoute } from './connections/list.ts';
import { revokeConnectionRoute } from './connections/revoke.ts';
import { updateConnectionRoute } from './connections/update.ts';
import { convertFileRoute } from './convert/file.ts';
import { deleteDocumentsRoute } from './documents/delete.ts';
import { getDocumentRoute } from './documents/get.ts';
import { getDocumentContentRoute } from './documents/get-content.ts';
import { getDocumentTimelineRoute } from './documents/get-timeline.ts';
import { listDocumentsRoute } from './documents/list.ts';
import { listDocumentChunksRoute } from './documents/list-chunks.ts';
import { resyncDocumentsRoute } from './documents/resync.ts';
import { scheduleDocumentsRoute } from './documents/schedule.ts';
import { updateContentRoute } from './documents/update-content.ts';
import { updateMetadataRoute } from './documents/update-metadata.ts';
import { getFileRoute } from './files/get.ts';
import { ingestConnectionRoutes } from './ingest/connections.ts';
import { estimateRoute } from './ingest/estimate.ts';
import { estimateFileRoute } from './ingest/estimate-file.ts';
import { ingestFile } from './ingest/file.ts';
import { ingestSitemap } from './ingest/sitemap.ts';
import { ingestText } from './ingest/text.ts';
import { ingestUrls } from './ingest/urls.ts';
import { ingestWebsite } from './ingest/website.ts';
import { ingestYoutube } from './ingest/youtube.ts';
import { cancelIngestJobRunRoute } from './ingest-job-runs/cancel.ts';
import { ingestJobRunEventsRoute } from './ingest-job-runs/events.ts';
import { getIngestJobRunRoute } from './ingest-job-runs/get.ts';
import { listIngestJobRunsRoute } from './ingest-job-runs/list.ts';
import { checkNamespaceRoute } from './namespaces/check.ts';
import { createNamespaceRoute } from './namespaces/create.ts';
import { deleteNamespaceRoute } from './namespaces/delete.ts';
import { getNamespaceRoute } from './namespaces/get.ts';
import { getNamespaceOverviewRoute } from './namespaces/get-overview.ts';
import { listNamespacesRoute } from './namespaces/list.ts';
import { listProvidersRoute } from './namespaces/list-providers.ts';
import { updateNamespaceRoute } from './namespaces/update.ts';
import { hybridSearchRoute } from './search/hybrid.ts';
import { searchRoute } from './search/semantic.ts';
import { getUsageRoute } from './usage/get.ts';
import { createWebhookRoute } from './webhooks/create.ts';
import { deleteWebhookRoute } from './webhooks/delete.ts';
import { getWebhookRoute } from './webhooks/get.ts';
import { getWebhookDeliveryRoute } from './webhooks/get-delivery.ts';
import { listWebhooksRoute } from './webhooks/list.ts';
import { listWebhookDeliveriesRoute } from './webhooks/list-deliveries.ts';
import { replayWebhookDeliveryRoute } from './webhooks/replay-delivery.ts';
import { rotateWebhookKeyRoute } from './webhooks/rotate-key.ts';
import { testWebhookRoute } from './webhooks/send-test-event.ts';
import { updateWebhookRoute } from './webhooks/update.ts';

/** Everything that is served under /v1. To add an endpoint: write its file, then name it here. */
export const routes: readonly Route[] = [
  createNamespaceRoute,
  checkNamespaceRoute,
  listNamespacesRoute,
  getNamespaceRoute,
  getNamespaceOverviewRoute,
  updateNamespaceRoute,
  deleteNamespaceRoute,
  listProvidersRoute,
  ingestText,
  ingestFile,
  ingestUrls,
  ingestYoutube,
  ingestSitemap,
  ingestWebsite,
  ...ingestConnectionRoutes,
  estimateRoute,
  estimateFileRoute,
  convertFileRoute,
  listIngestJobRunsRoute,
  getIngestJobRunRoute,
  ingestJobRunEventsRoute,
  cancelIngestJobRunRoute,
  listDocumentsRoute,
  updateMetadataRoute,
  deleteDocumentsRoute,
  updateContentRoute,
  resyncDocumentsRoute,
  scheduleDocumentsRoute,
  getDocumentRoute,
  getDocumentTimelineRoute,
  listDocumentChunksRoute,
  getDocumentContentRoute,
  getFileRoute,
  searchRoute,
  hybridSearchRoute,
  createApiKeyRoute,
  listApiKeysRoute,
  currentApiKeyRoute,
  rotateApiKeyRoute,
  revokeApiKeyRoute,
  listAuditEventsRoute,
  getUsageRoute,
  // Before the connection of an id, which this is not.
  connectionCallbackRoute,
  createConnectionRoute,
  listConnectionsRoute,
  getConnectionRoute,
  updateConnectionRoute,
  revokeConnectionRoute,
  deleteConnectionRoute,
  createWebhookRoute,
  listWebhooksRoute,
  getWebhookRoute,
  updateWebhookRoute,
  deleteWebhookRoute,
  testWebhookRoute,
  rotateWebhookKeyRoute,
  listWebhookDeliveriesRoute,
  getWebhookDeliveryRoute,
  replayWebhookDeliveryRoute,
];
