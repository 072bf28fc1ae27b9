import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own-namespace';
import { hasConsent } from '@docfleet/connectors';
import { updateConnection } from '@docfleet/domain/connection';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { beginConsent, requireClient } from '../begin-consent.ts';
import {
  authorizationUrlResponse,
  connectionName,
  connectionNotFound,
  connectionParams,
  findOwnConnection,
  oneConnection,
} from '../connection-request.ts';
import { activateWithSettings, checkSettings, connectionSettings } from '../enter-settings.ts';
import { presentConnection } from '../present-connection.ts';
import { checkRedirectUrl, clientRedirectUrl } from '../redirect-url.ts';

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
    'What is given is replaced, the rest stays. At the `authorizationUrl` of the response its user authorizes it again: to change what is shared, and to bring back a connection that is FAILED or REVOKED. A connection that was given access by `settings` has no such address: whole new `settings` do the same, also for a connection that was authorized by consent.',
  tags: ['Connections'],
  scope: 'ingest',
  params: connectionParams,
  body: updateConnectionBody,
  status: 200,
  response: oneConnection.extend({ authorizationUrl: authorizationUrlResponse.nullable() }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

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
