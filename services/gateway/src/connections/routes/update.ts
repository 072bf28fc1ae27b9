import { updateConnection } from '@docfleet/domain/connection';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { findOwnNamespace, namespaceId } from '../../namespaces/find-own-namespace.ts';
import { beginConsent, requireClient } from '../begin-consent.ts';
import {
  authorizationUrlResponse,
  connectionName,
  connectionNotFound,
  connectionParams,
  findOwnConnection,
  oneConnection,
} from '../connection-request.ts';
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
  })
  .meta({ examples: [{ namespaceId: 'handbook', name: 'Notion of Ada' }] });

export const updateConnectionRoute = route({
  method: 'patch',
  path: '/v1/connections/{connectionId}',
  summary: 'Change a connection, or authorise it again',
  description:
    'What is given is replaced, the rest stays. At the `authorizationUrl` of the answer its user authorises it again: to change what is shared, and to bring back a connection that is FAILED or REVOKED.',
  tags: ['Connections'],
  scope: 'ingest',
  params: connectionParams,
  body: updateConnectionBody,
  status: 200,
  response: oneConnection.extend({ authorizationUrl: authorizationUrlResponse }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, body, organizationId, actor, tenantId, origin }, context) {
    const { namespaceId: namespaceName, ...changes } = body;
    const namespace = await findOwnNamespace(context, organizationId, namespaceName);
    const owner = { namespaceId: namespace.id, tenantId };
    const found = await findOwnConnection(context, owner, params.connectionId);
    checkRedirectUrl(changes.clientRedirectUrl, context);
    const client = await requireClient(context, namespace.id, found.connector);
    const connection = await updateConnection(context.database, actor, found, changes);
    if (!connection) throw connectionNotFound();
    const authorizationUrl = await beginConsent(context, { connection, client, origin });
    return {
      message: 'The connection was changed',
      data: { connection: presentConnection(connection, namespace.name), authorizationUrl },
    };
  },
});
