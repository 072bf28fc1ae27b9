import type { Extension } from '@docfleet/api/extension';
import { extensions } from '@docfleet/registry';
import { createApiKeyRoute } from './api-keys/routes/create.ts';
import { currentApiKeyRoute } from './api-keys/routes/current.ts';
import { listApiKeysRoute } from './api-keys/routes/list.ts';
import { revokeApiKeyRoute } from './api-keys/routes/revoke.ts';
import { rotateApiKeyRoute } from './api-keys/routes/rotate.ts';
import { listAuditEventsRoute } from './audit-events/routes/list.ts';
import { connectionCallbackRoute } from './connections/routes/callback.ts';
import { checkConnectionRoute } from './connections/routes/check.ts';
import { listConnectionChoicesRoute } from './connections/routes/choices.ts';
import { createConnectionRoute } from './connections/routes/create.ts';
import { deleteConnectionRoute } from './connections/routes/delete.ts';
import { getConnectionRoute } from './connections/routes/get.ts';
import { listConnectionsRoute } from './connections/routes/list.ts';
import { revokeConnectionRoute } from './connections/routes/revoke.ts';
import { updateConnectionRoute } from './connections/routes/update.ts';
import { convertFileRoute } from './convert/routes/file.ts';
import { deleteDocumentsRoute } from './documents/routes/delete.ts';
import { getDocumentRoute } from './documents/routes/get.ts';
import { getDocumentContentRoute } from './documents/routes/get-content.ts';
import { getDocumentTimelineRoute } from './documents/routes/get-timeline.ts';
import { listDocumentsRoute } from './documents/routes/list.ts';
import { listDocumentChunksRoute } from './documents/routes/list-chunks.ts';
import { resyncDocumentsRoute } from './documents/routes/resync.ts';
import { scheduleDocumentsRoute } from './documents/routes/schedule.ts';
import { updateContentRoute } from './documents/routes/update-content.ts';
import { updateMetadataRoute } from './documents/routes/update-metadata.ts';
import { getFileRoute } from './files/routes/get.ts';
import type { Route } from './http/route.ts';
import { ingestConnectionRoutes } from './ingest/routes/connections.ts';
import { ingestFile } from './ingest/routes/file.ts';
import { ingestSitemap } from './ingest/routes/sitemap.ts';
import { ingestText } from './ingest/routes/text.ts';
import { ingestUrls } from './ingest/routes/urls.ts';
import { ingestWebsite } from './ingest/routes/website.ts';
import { ingestYoutube } from './ingest/routes/youtube.ts';
import { cancelIngestJobRunRoute } from './ingest-job-runs/routes/cancel.ts';
import { confirmIngestJobRunRoute } from './ingest-job-runs/routes/confirm.ts';
import { ingestJobRunEventsRoute } from './ingest-job-runs/routes/events.ts';
import { getIngestJobRunRoute } from './ingest-job-runs/routes/get.ts';
import { listIngestJobRunsRoute } from './ingest-job-runs/routes/list.ts';
import { checkNamespaceRoute } from './namespaces/routes/check.ts';
import { createNamespaceRoute } from './namespaces/routes/create.ts';
import { deleteNamespaceRoute } from './namespaces/routes/delete.ts';
import { getNamespaceRoute } from './namespaces/routes/get.ts';
import { getNamespaceOverviewRoute } from './namespaces/routes/get-overview.ts';
import { listNamespacesRoute } from './namespaces/routes/list.ts';
import { listProvidersRoute } from './namespaces/routes/list-providers.ts';
import { updateNamespaceRoute } from './namespaces/routes/update.ts';
import { getNotificationsRoute } from './notifications/routes/get.ts';
import { hybridSearchRoute } from './search/routes/hybrid.ts';
import { searchRoute } from './search/routes/semantic.ts';
import { getUsageRoute } from './usage/routes/get.ts';
import { createWebhookRoute } from './webhooks/routes/create.ts';
import { deleteWebhookRoute } from './webhooks/routes/delete.ts';
import { getWebhookRoute } from './webhooks/routes/get.ts';
import { getWebhookDeliveryRoute } from './webhooks/routes/get-delivery.ts';
import { listWebhooksRoute } from './webhooks/routes/list.ts';
import { listWebhookDeliveriesRoute } from './webhooks/routes/list-deliveries.ts';
import { replayWebhookDeliveryRoute } from './webhooks/routes/replay-delivery.ts';
import { rotateWebhookKeyRoute } from './webhooks/routes/rotate-key.ts';
import { testWebhookRoute } from './webhooks/routes/send-test-event.ts';
import { updateWebhookRoute } from './webhooks/routes/update.ts';

/** Routes of namespaces, their content and searches. To add an endpoint, write its file, then add it to this list or to another one below. */
const documentRoutes: readonly Route[] = [
  createNamespaceRoute,
  checkNamespaceRoute,
  listNamespacesRoute,
  getNamespaceRoute,
  getNamespaceOverviewRoute,
  getNotificationsRoute,
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
  convertFileRoute,
  listIngestJobRunsRoute,
  getIngestJobRunRoute,
  ingestJobRunEventsRoute,
  cancelIngestJobRunRoute,
  confirmIngestJobRunRoute,
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
];

/** Routes of an organization, or of no namespace in particular: keys, connections, webhooks. */
const organizationRoutes: readonly Route[] = [
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
  checkConnectionRoute,
  listConnectionsRoute,
  getConnectionRoute,
  listConnectionChoicesRoute,
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

/** Returns the routes under /v1 of a gateway with these extensions, in the order of their description. */
export const routesWith = (extensions: readonly Extension[]): readonly Route[] => [
  ...documentRoutes,
  ...extensions.flatMap((extension) => extension.routes),
  ...organizationRoutes,
];

export const routes = routesWith(extensions);
