import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own';
import { connectorType } from '@docfleet/api/shared-fields';
import { hasConsent } from '@docfleet/connectors';
import { createConnection, removeConnection, updateConnection } from '@docfleet/domain/connection';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { beginConsent, checkRedirectUrl, clientRedirectUrl, requireClient } from '../consent.ts';
import { endConnection, endQuery, itemsDeleted } from '../end-connection.ts';
import {
  activateWithSettings,
  authorizationUrlResponse,
  checkSettings,
  connectionExternalId,
  connectionName,
  connectionNotFound,
  connectionParams,
  connectionSettings,
  findOwnConnection,
  namespaceQuery,
  oneConnection,
} from '../enter-settings.ts';
import { presentConnection } from '../present-connection.ts';

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

const updateConnectionBody = z
  .strictObject({
    namespaceId,
    name: connectionName.optional(),
    clientRedirectUrl: clientRedirectUrl.nullable().optional(),
    siteId: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .optional()
      .describe(
        'Of Confluence: the cloud id of the site to read. Null: the only one of the account, which is then kept',
      )
      .meta({ examples: ['11223344-a1b2-3b33-c444-def123456789'] }),
    settings: connectionSettings.optional(),
  })
  .meta({ examples: [{ namespaceId: 'quickstart', name: 'Notion of Ada' }] });

export const updateConnectionRoute = route({
  method: 'patch',
  path: '/v1/connections/{connectionId}',
  summary: 'Change a connection, or authorize it again',
  description:
    'Fields of the body are replaced, others stay. At the `authorizationUrl` of the response its user authorizes it again: to change what is shared, and to bring back a connection that is FAILED or REVOKED. A connection that was given access by `settings` has no such address: whole new `settings` do the same, also for a connection that was authorized by consent.',
  tags: ['Connections'],
  scope: 'ingest',
  params: connectionParams,
  body: updateConnectionBody,
  response: oneConnection.extend({ authorizationUrl: authorizationUrlResponse.nullable() }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],

  async handle({ params, body, organizationId, actor, tenantId, origin }, context) {
    const { namespaceId: namespaceName, settings, ...changes } = body;
    const namespace = await findOwnNamespace(context, organizationId, namespaceName);
    const owner = { namespaceId: namespace.id, tenantId };
    const found = await findOwnConnection(context, owner, params.connectionId);
    checkRedirectUrl(changes.clientRedirectUrl, context);
    const isConsented = settings === undefined && found.settings === null && hasConsent(found.connector);
    const client = isConsented ? await requireClient(context, namespace.id, found.connector) : undefined;
    const entered =
      settings === undefined ? undefined : await checkSettings(context, found.connector, settings);
    const updated = await updateConnection(context.database, actor, found, changes);
    const connection = updated && entered ? await activateWithSettings(context, found.id, entered) : updated;
    if (!connection) throw connectionNotFound();
    const authorizationUrl = client ? await beginConsent(context, { connection, client, origin }) : null;
    return {
      message: 'The connection was changed',
      data: { connection: presentConnection(connection, namespace.name), authorizationUrl },
    };
  },
});

export const revokeConnectionRoute = route({
  method: 'post',
  path: '/v1/connections/{connectionId}/revoke',
  summary: 'Revoke a connection',
  description:
    'Deletes the tokens of the connection, ends them at the vendor where that is possible, and stops running syncs. Its documents stay, unless the query says deleteDocuments=true. Revoking a revoked connection changes nothing.',
  tags: ['Connections'],
  scope: 'ingest',
  params: connectionParams,
  query: endQuery,
  body: z.strictObject({ namespaceId }).meta({ examples: [{ namespaceId: 'quickstart' }] }),
  response: oneConnection.extend({ itemsDeleted }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],

  async handle({ params, query, body, organizationId, actor, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const owner = { namespaceId: namespace.id, tenantId };
    const { id: connectionId } = await findOwnConnection(context, owner, params.connectionId);
    const ended = await endConnection(context, { actor, namespace, tenantId, connectionId, query });
    const message = ended.isVendorNotified
      ? 'The connection is revoked, at the vendor too'
      : 'The connection is revoked; its user can remove the application in the settings of the vendor';
    const connection = presentConnection(ended.connection, namespace.name);
    return { message, data: { connection, itemsDeleted: ended.itemsDeleted } };
  },
});

export const deleteConnectionRoute = route({
  method: 'delete',
  path: '/v1/connections/{connectionId}',
  summary: 'Delete a connection',
  description:
    'It is revoked as by POST /v1/connections/{connectionId}/revoke, its schedules end, and it is gone for good. Its documents stay, and are not followed any more, unless the query says deleteDocuments=true.',
  tags: ['Connections'],
  scope: 'ingest',
  params: connectionParams,
  query: namespaceQuery.extend(endQuery.shape),
  status: 202,
  response: z.object({ connection: z.object({ id: z.string() }), itemsDeleted }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],

  async handle({ params, query, organizationId, actor, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, query.namespaceId);
    const owner = { namespaceId: namespace.id, tenantId };
    const { id: connectionId } = await findOwnConnection(context, owner, params.connectionId);
    const ended = await endConnection(context, { actor, namespace, tenantId, connectionId, query });
    await removeConnection(context.database, actor, connectionId);
    const data = { connection: { id: connectionId }, itemsDeleted: ended.itemsDeleted };
    return { message: 'The connection was deleted', data };
  },
});
