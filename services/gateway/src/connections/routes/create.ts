import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own-namespace';
import { connectorType } from '@docfleet/api/shared-fields';
import { hasConsent } from '@docfleet/connectors';
import { createConnection } from '@docfleet/domain/connection';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { beginConsent, requireClient } from '../begin-consent.ts';
import { authorizationUrlResponse, connectionExternalId, connectionName } from '../connection-request.ts';
import { activateWithSettings, checkSettings, connectionSettings } from '../enter-settings.ts';
import { checkRedirectUrl, clientRedirectUrl } from '../redirect-url.ts';

const createConnectionBody = z
  .strictObject({
    namespaceId,
    name: connectionName,
    connector: connectorType,
    clientRedirectUrl: clientRedirectUrl.optional(),
    externalId: connectionExternalId.optional(),
    settings: connectionSettings.optional(),
  })
  .meta({
    examples: [
      {
        namespaceId: 'quickstart',
        name: 'Notion of Ada',
        connector: 'NOTION',
        clientRedirectUrl: 'https://app.example.com/connected',
      },
    ],
  });

export const createConnectionRoute = route({
  method: 'post',
  path: '/v1/connections',
  summary: 'Create a connection',
  description:
    "Send the user to the `authorizationUrl` of the response. The namespace's own OAuth client is used, so the connector needs its configuration there. In place of a consent `settings` grant access, by one of the connector's methods (`GET /v1/providers` lists them: a pasted token, a service account, an application, keys): they are tried before the connection is created, which is ACTIVE at once. With `externalId`, a user who has an ACTIVE connection gets that one.",
  tags: ['Connections'],
  scope: 'ingest',
  body: createConnectionBody,
  status: 201,
  response: z.object({
    connection: z.object({ id: z.string() }),
    authorizationUrl: authorizationUrlResponse.nullable(),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'ORGANIZATION_LIMIT_REACHED'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'CREATE_CONNECTION_FAILED',

  async handle({ body, organizationId, actor, tenantId = null, origin }, context) {
    const { namespaceId: namespaceName, name, connector, externalId = null } = body;
    const namespace = await findOwnNamespace(context, organizationId, namespaceName);
    checkRedirectUrl(body.clientRedirectUrl, context);
    const place = { namespaceId: namespace.id, tenantId };
    const { clientRedirectUrl = null, settings } = body;
    const owned = { ...place, name, connector, externalId, clientRedirectUrl };
    if (settings !== undefined || !hasConsent(connector)) {
      const entered = await checkSettings(context, connector, settings ?? {});
      const { id } = await createConnection(context.database, actor, owned);
      await activateWithSettings(context, id, entered);
      return { message: 'The connection is active', data: { connection: { id }, authorizationUrl: null } };
    }
    const client = await requireClient(context, namespace.id, connector);
    const connection = await createConnection(context.database, actor, owned);
    const authorizationUrl = await beginConsent(context, { connection, client, origin });
    const message =
      connection.status === 'ACTIVE'
        ? 'The user has this connection already; the address authorizes it again'
        : 'The connection waits for its user to authorize it';
    return { message, data: { connection: { id: connection.id }, authorizationUrl } };
  },
});
