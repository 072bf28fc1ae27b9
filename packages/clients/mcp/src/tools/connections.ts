import {
  type Connector,
  connectorFacts,
  type DocfleetClient,
  type IngestAccepted,
  type RequestOptions,
} from '@docfleet/sdk';
import { z } from 'zod';
import {
  accepted,
  cleanLine,
  defined,
  defineTool,
  fetches,
  looks,
  namespaceId,
  presentAccepted,
  refuse,
} from '../tool.ts';

const connection = z.object({
  id: z.string(),
  name: z.string(),
  connector: z.string(),
  status: z.string(),
  reason: z.string().nullable().describe('Reason for FAILED'),
});

const facts = Object.values(connectorFacts);
const labels = facts.map(({ label }) => label);
const needIds = facts.filter(({ choosing }) => choosing === 'IDS').map(({ label }) => label);

export const listConnections = defineTool({
  name: 'list_connections',
  title: 'List connections',
  description: `Lists the accounts (${labels.join(', ')}) that a namespace is connected to. Only ACTIVE ones can be synced; people create and renew connections.`,
  scope: 'read',
  hints: looks,
  input: z.strictObject({
    namespaceId,
    cursor: z.string().optional().describe('nextCursor of the page before'),
  }),
  output: z.object({ connections: z.array(connection), nextCursor: z.string().nullable() }),

  async run({ namespaceId, cursor }, { client, request }) {
    const page = await client.connections.list(defined({ namespaceId, cursor }), request);
    const connections = page.connections.map(({ id, name, connector, status, statusReason }) => ({
      id,
      name,
      connector,
      status,
      reason: statusReason,
    }));
    const lines = connections.map(
      ({ id, name, connector, status, reason }) =>
        `- ${cleanLine(name)} (${id}, ${connector}): ${status}${reason === null ? '' : `, because: ${cleanLine(reason)}`}`,
    );
    if (page.nextCursor !== null) lines.push(`More with cursor ${page.nextCursor}`);
    const data = { connections, nextCursor: page.nextCursor };
    return { data, text: lines.join('\n') || 'The namespace has no connections.' };
  },
});

interface Order {
  readonly namespaceId: string;
  readonly ingestConfig: {
    readonly source: Connector;
    readonly config: { readonly connectionId: string; readonly externalIds?: readonly string[] };
  };
}

/** The client's method of a connector has its name: a connector without one does not compile. */
type MethodOf<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<MethodOf<Rest>>}`
  : Lowercase<Name>;

const methodOf = (connector: Connector) =>
  connector
    .toLowerCase()
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as MethodOf<Connector>;

/** Reads a connection again. */
function sync({ ingest }: DocfleetClient, order: Order, request: RequestOptions): Promise<IngestAccepted> {
  const { source, config } = order.ingestConfig;
  const { label, choosing, ids } = connectorFacts[source];
  if (choosing === 'IDS' && !config.externalIds)
    refuse('INVALID_REQUEST', `${label} needs externalIds: the ids of the ${ids} to read`);
  // Each method takes the requests that name its own source.
  const method = ingest[methodOf(source)] as (
    order: Order,
    request: RequestOptions,
  ) => Promise<IngestAccepted>;
  return method(order, request);
}

export const syncConnection = defineTool({
  name: 'sync_connection',
  title: 'Sync a connection',
  description:
    'Reads a connected account again: what is new, changed or gone there is followed. Without externalIds everything that was shared is read.',
  scope: 'ingest',
  // Items that the vendor no longer has are deleted.
  hints: { ...fetches, destructiveHint: true },
  input: z.strictObject({
    namespaceId,
    connectionId: z.string(),
    externalIds: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe(`Files, folders or pages by the ids of their vendor; needed for ${needIds.join(', ')}`),
  }),
  output: accepted,

  async run({ namespaceId, connectionId, externalIds }, { client, request }) {
    const found = await client.connections.get({ namespaceId, connectionId }, request);
    const source = found.connection.connector;
    const ingestConfig = { source, config: defined({ connectionId, externalIds }) };
    return presentAccepted(await sync(client, { namespaceId, ingestConfig }, request));
  },
});
