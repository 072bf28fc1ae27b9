import { findOwnNamespace } from '@docfleet/api/find-own';
import { cutPage, pageInfo, pageQuery, readPage } from '@docfleet/api/pagination';
import { type Choice, connectorFacts, connectorNames } from '@docfleet/connectors';
import { type Connection, listConnections } from '@docfleet/domain/connection';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { route } from '../../http/route.ts';
import { connectionParams, findOwnConnection, namespaceQuery, oneConnection } from '../enter-settings.ts';
import { observeVendor, openAccount, problemOf, type VendorProblem, vendorProblem } from '../open-account.ts';
import { connectionResponse, presentConnection } from '../present-connection.ts';

export const getConnectionRoute = route({
  method: 'get',
  path: '/v1/connections/{connectionId}',
  summary: 'Get a connection',
  description:
    'Status of the connection with the reason of a failure, its settings without secrets, and its selection.',
  tags: ['Connections'],
  scope: 'read',
  params: connectionParams,
  query: namespaceQuery,
  response: oneConnection,
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  failed: 'FETCH_CONNECTIONS_FAILED',

  async handle({ params, query, organizationId, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, query.namespaceId);
    const owner = { namespaceId: namespace.id, tenantId };
    const connection = await findOwnConnection(context, owner, params.connectionId);
    return { message: 'The connection', data: { connection: presentConnection(connection, namespace.name) } };
  },
});

/** Maximum page size, and the default: the interface defines no paging here, so clients expect all connections at once. */
const maxPageSize = 1_000;

const listConnectionsQuery = namespaceQuery.extend({
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxPageSize)
    .default(maxPageSize)
    .describe('Maximum number of items of a page'),
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
  response: z.object({ ...pageInfo, connections: z.array(connectionResponse) }),
  errors: ['NAMESPACE_NOT_FOUND'],
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

const timeoutMs = 20_000;
const maxChoices = 1_000;

interface Choices {
  /** Choices in the vendor's order. */
  readonly choices: readonly Choice[];
  /** Whether all choices are listed; false when the account has more. */
  readonly isComplete: boolean;
  readonly problem: VendorProblem | null;
}

async function readChoices(offered: AsyncIterable<Choice>): Promise<Choices> {
  const choices: Choice[] = [];
  for await (const choice of offered) {
    if (choices.length === maxChoices) return { choices, isComplete: false, problem: null };
    choices.push(choice);
  }
  return { choices, isComplete: true, problem: null };
}

/** Lists the parts of an account that can be selected by name; an empty list where the vendor has a picker. */
async function listChoices(
  context: GatewayContext,
  connection: Connection,
  callerGone: AbortSignal,
): Promise<Choices> {
  const signal = AbortSignal.any([callerGone, AbortSignal.timeout(timeoutMs)]);
  const offered = openAccount(context, connection).choices?.(signal);
  if (!offered) return { choices: [], isComplete: true, problem: null };
  try {
    return await observeVendor(context, connection.connector)('listChoices', () => readChoices(offered));
  } catch (cause) {
    return { choices: [], isComplete: false, problem: problemOf(cause) };
  }
}

/** List in English of the parts that can be selected by name, each with its connector. */
const named = new Intl.ListFormat('en').format(
  Object.values(connectorFacts).flatMap(({ named: parts, label }) => (parts ? [`${parts} of ${label}`] : [])),
);

export const listConnectionChoicesRoute = route({
  method: 'get',
  path: '/v1/connections/{connectionId}/choices',
  summary: 'List what of a connection can be ingested by name',
  description: `${named}, with the ids that \`externalIds\` of an ingestion take. The vendor is asked each time. Empty for other connectors, whose files are picked or named by their ids.`,
  tags: ['Connections'],
  scope: 'ingest',
  params: connectionParams,
  query: namespaceQuery,
  response: z.object({
    choices: z.array(
      z.object({
        externalId: z.string().meta({ examples: ['space:ENG'] }),
        name: z.string().meta({ examples: ['Engineering (ENG)'] }),
        url: z
          .string()
          .nullable()
          .describe('Address at which the vendor shows it; null where names are unique'),
      }),
    ),
    isComplete: z
      .boolean()
      .describe('False where there are more than the first 1,000, or the vendor refused'),
    problem: vendorProblem
      .nullable()
      .describe('Reason for which nothing could be listed; null: nothing is wrong'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  failed: 'FETCH_CONNECTIONS_FAILED',

  async handle({ params, query, organizationId, tenantId, signal }, context) {
    const { id } = await findOwnNamespace(context, organizationId, query.namespaceId);
    const connection = await findOwnConnection(context, { namespaceId: id, tenantId }, params.connectionId);
    // It waits for a vendor, which may hang: no turn of the database's is held meanwhile.
    const found = await context.vendorTurns.take(id, signal, () => listChoices(context, connection, signal));
    return { message: 'What can be chosen', data: { ...found, choices: [...found.choices] } };
  },
});
