import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { connectorFacts } from '@docfleet/connectors';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { connectionParams, findOwnConnection, namespaceQuery } from '../connection-request.ts';
import { listChoices } from '../list-choices.ts';
import { vendorProblem } from '../vendor-problem.ts';

/** Parts that connectors list by their names, each with its connector. */
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
  status: 200,
  response: z.object({
    choices: z.array(
      z.object({
        externalId: z.string().meta({ examples: ['space:ENG'] }),
        name: z.string().meta({ examples: ['Engineering (ENG)'] }),
        url: z.string().nullable().describe('Where the vendor shows it; null where names are unique'),
      }),
    ),
    isComplete: z
      .boolean()
      .describe('False where there are more than the first 1,000, or the vendor refused'),
    problem: vendorProblem.nullable().describe('Why nothing could be listed; null: nothing is wrong'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'FETCH_CONNECTIONS_FAILED',

  async handle({ params, query, organizationId, tenantId, signal }, context) {
    const { id } = await findOwnNamespace(context, organizationId, query.namespaceId);
    const connection = await findOwnConnection(context, { namespaceId: id, tenantId }, params.connectionId);
    // It waits for a vendor, which may hang: no turn of the database's is held meanwhile.
    const found = await context.vendorTurns.take(id, signal, () => listChoices(context, connection, signal));
    return { message: 'What can be chosen', data: { ...found, choices: [...found.choices] } };
  },
});
