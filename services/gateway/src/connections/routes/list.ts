import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { cutPage, readPage } from '@docfleet/api/page';
import { pageInfo, pageQuery } from '@docfleet/api/pagination';
import { connectorNames } from '@docfleet/connectors';
import { listConnections } from '@docfleet/domain/connection';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { namespaceQuery } from '../connection-request.ts';
import { connectionResponse, presentConnection } from '../present-connection.ts';

/** Maximum page size, and the default: the interface defines no paging here, so clients expect all connections at once. */
const maxPageSize = 1_000;

const listConnectionsQuery = namespaceQuery.extend({
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxPageSize)
    .default(maxPageSize)
    .describe('How many a page has at most'),
  cursor: pageQuery.cursor,
  connector: z
    .string()
    .optional()
    .describe(`One of ${connectorNames.join(', ')}; one that is not known matches nothing`)
    .meta({ examples: ['NOTION'] }),
  externalId: z.string().optional().describe('Your own id of the user'),
});

export const listConnectionsRoute = route({
  method: 'get',
  path: '/v1/connections',
  summary: 'List the connections of a namespace, the newest first',
  description: 'A connection is access to an account at a vendor. Secrets are never returned.',
  tags: ['Connections'],
  scope: 'read',
  query: listConnectionsQuery,
  status: 200,
  response: z.object({ ...pageInfo, connections: z.array(connectionResponse) }),
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'FETCH_CONNECTIONS_FAILED',

  async handle({ query, organizationId, tenantId }, context) {
    const { namespaceId: name, connector, externalId, ...pagination } = query;
    const namespace = await findOwnNamespace(context, organizationId, name);
    const list = { key: context.linkKey, place: `connections/${namespace.id}` };
    const page = readPage(pagination, { ...list, invalid: 'INVALID_REQUEST' });
    const owner = { namespaceId: namespace.id, tenantId };
    // Clients send parameters that they do not use as empty ones.
    const filter = { connector: connector || undefined, externalId: externalId || undefined };
    const found = await listConnections(context.database, owner, filter, page);
    const { shown, info } = cutPage(found, page, list);
    const connections = shown.map((connection) => presentConnection(connection, namespace.name));
    return { message: 'The connections', data: { ...info, connections } };
  },
});
