import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own-namespace';
import { connectorType } from '@docfleet/api/shared-fields';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { findOwnConnection } from '../connection-request.ts';
import { tryClient, tryConnection } from '../try-connection.ts';
import { vendorProblem } from '../vendor-problem.ts';

const checkConnectionBody = z
  .strictObject({
    namespaceId,
    connectionId: z.string().optional().describe('The connection to try'),
    connector: connectorType
      .optional()
      .describe('In place of a connection: the connector whose OAuth client of the namespace is tried'),
  })
  .meta({ examples: [{ namespaceId: 'quickstart', connector: 'BOX' }] });

export const checkConnectionRoute = route({
  method: 'post',
  path: '/v1/connections/check',
  summary: 'Try out a connection, or the OAuth client of a connector',
  description:
    'A connection is opened and the first of what it reads is listed; nothing is ingested. Of an OAuth client the vendor is asked whether it knows its id and secret: redirect URIs and permissions show in a consent only.',
  tags: ['Connections'],
  scope: 'ingest',
  body: checkConnectionBody,
  status: 200,
  response: z.object({
    account: z.string().nullable().describe('Whose account it is, as the vendor names it'),
    items: z
      .array(z.string())
      .describe('Names of the first items that it reads; none need lie on the first page'),
    problem: vendorProblem.nullable().describe('Null: nothing wrong was found'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ body, organizationId, tenantId, origin, signal }, context) {
    const { connectionId, connector } = body;
    const { id } = await findOwnNamespace(context, organizationId, body.namespaceId);
    // It waits for a vendor, which may hang: no turn of the database's is held meanwhile.
    const trial = await context.vendorTurns.take(id, signal, find);
    const message = trial.problem ? 'Something is wrong' : 'Nothing wrong was found';
    return { message, data: { ...trial, items: [...trial.items] } };

    async function find() {
      if (connectionId !== undefined)
        return tryConnection(
          context,
          await findOwnConnection(context, { namespaceId: id, tenantId }, connectionId),
          signal,
        );
      if (connector !== undefined) return tryClient(context, { namespaceId: id, connector, origin });
      throw invalidField('INVALID_REQUEST', 'connectionId', 'or connector is required');
    }
  },
});
