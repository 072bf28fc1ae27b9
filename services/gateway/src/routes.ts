import type { Extension } from '@docfleet/api/extension';
import { extensions } from '@docfleet/registry';
import {
  createApiKeyRoute,
  currentApiKeyRoute,
  listApiKeysRoute,
  revokeApiKeyRoute,
  rotateApiKeyRoute,
} from './api-keys/routes.ts';
import { listAuditEventsRoute } from './audit-events/routes/list.ts';
import { connectionCallbackRoute } from './connections/routes/callback.ts';
import {
  createConnectionRoute,
  deleteConnectionRoute,
  revokeConnectionRoute,
  updateConnectionRoute,
} from './connections/routes/change.ts';
import { checkConnectionRoute } from './connections/routes/check.ts';
import {
  getConnectionRoute,
  listConnectionChoicesRoute,
  listConnectionsRoute,
} from './connections/routes/read.ts';
import { convertFileRoute } from './convert/routes/file.ts';
import { deleteDocumentsRoute, updateContentRoute, updateMetadataRoute } from './documents/routes/change.ts';
import { listDocumentsRoute } from './documents/routes/list.ts';
import {
  getDocumentContentRoute,
  getDocumentRoute,
  getDocumentTimelineRoute,
  listDocumentChunksRoute,
} from './documents/routes/read.ts';
import { resyncDocumentsRoute, scheduleDocumentsRoute } from './documents/routes/resync.ts';
import { getFileRoute } from './files/routes/get.ts';
import type { Route } from './http/route.ts';
import { ingestConnectionRoutes } from './ingest/routes/connections.ts';
import { ingestFile } from './ingest/routes/file.ts';
import { ingestText } from './ingest/routes/text.ts';
import { ingestUrls } from './ingest/routes/urls.ts';
import { ingestSitemap, ingestWebsite, ingestYoutube } from './ingest/routes/web-sources.ts';
import { cancelIngestJobRunRoute, confirmIngestJobRunRoute } from './ingest-job-runs/routes/change.ts';
import { ingestJobRunEventsRoute } from './ingest-job-runs/routes/events.ts';
import { getIngestJobRunRoute } from './ingest-job-runs/routes/get.ts';
import { listIngestJobRunsRoute } from './ingest-job-runs/routes/list.ts';
import {
  checkNamespaceRoute,
  createNamespaceRoute,
  deleteNamespaceRoute,
  updateNamespaceRoute,
} from './namespaces/routes/change.ts';
import {
  getNamespaceOverviewRoute,
  getNamespaceRoute,
  listNamespacesRoute,
  listProvidersRoute,
} from './namespaces/routes/read.ts';
import { getNotificationsRoute } from './notifications/routes/get.ts';
import { hybridSearchRoute, searchRoute } from './search/routes.ts';
import { getUsageRoute } from './usage/routes/get.ts';
import {
  getWebhookDeliveryRoute,
  listWebhookDeliveriesRoute,
  replayWebhookDeliveryRoute,
  testWebhookRoute,
} from './webhooks/routes/deliveries.ts';
import {
  createWebhookRoute,
  deleteWebhookRoute,
  getWebhookRoute,
  listWebhooksRoute,
  rotateWebhookKeyRoute,
  updateWebhookRoute,
} from './webhooks/routes/webhooks.ts';

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
