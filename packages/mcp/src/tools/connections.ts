import type { Connector, DocfleetClient, IngestAccepted, RequestOptions } from '@docfleet/sdk';
import { z } from 'zod';
import { accepted, presentAccepted } from '../accepted.ts';
import { cleanLine } from '../clean-text.ts';
import { refuse } from '../explain-error.ts';
import { defined, defineTool, fetches, looks, namespace } from '../tool.ts';

const connection = z.object({
  id: z.string(),
  name: z.string(),
  connector: z.string(),
  status: z.string(),
  reason: z.string().nullable().describe('Why it is FAILED'),
});

export const listConnections = defineTool({
  name: 'list_connections',
  title: 'List connections',
  description:
    'Lists the accounts (Notion, Google Drive, Dropbox, OneDrive, SharePoint, Box, Confluence, S3 buckets) that a namespace is connected to. Only ACTIVE ones can be synced; people create and renew connections.',
  scope: 'read',
  hints: looks,
  input: z.strictObject({
    namespace,
    cursor: z.string().optional().describe('nextCursor of the page before'),
  }),
  output: z.object({ connections: z.array(connection), nextCursor: z.string().nullable() }),

  async run({ namespace: namespaceId, cursor }, { client, request }) {
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
  readonly config: { readonly connectionId: string; readonly externalIds?: readonly string[] };
}

type Sync = (client: DocfleetClient, order: Order, request: RequestOptions) => Promise<IngestAccepted>;

/** How each connector is read again. A connector without one does not compile. */
const syncs: Readonly<Record<Connector, Sync>> = {
  NOTION: ({ ingest }, { namespaceId, config }, request) =>
    ingest.notion({ namespaceId, ingestConfig: { source: 'NOTION', config } }, request),
  GOOGLE_DRIVE: ({ ingest }, { namespaceId, config }, request) =>
    ingest.googleDrive({ namespaceId, ingestConfig: { source: 'GOOGLE_DRIVE', config } }, request),
  DROPBOX: ({ ingest }, { namespaceId, config }, request) =>
    ingest.dropbox({ namespaceId, ingestConfig: { source: 'DROPBOX', config } }, request),
  ONEDRIVE: ({ ingest }, { namespaceId, config }, request) =>
    ingest.onedrive({ namespaceId, ingestConfig: { source: 'ONEDRIVE', config } }, request),
  SHAREPOINT: ({ ingest }, { namespaceId, config }, request) =>
    ingest.sharepoint({ namespaceId, ingestConfig: { source: 'SHAREPOINT', config } }, request),
  BOX: ({ ingest }, { namespaceId, config }, request) =>
    ingest.box({ namespaceId, ingestConfig: { source: 'BOX', config } }, request),
  async CONFLUENCE({ ingest }, { namespaceId, config: { connectionId, externalIds } }, request) {
    if (!externalIds) refuse('INVALID_REQUEST', 'Confluence needs externalIds: the ids of the pages to read');
    const config = { connectionId, externalIds };
    return ingest.confluence({ namespaceId, ingestConfig: { source: 'CONFLUENCE', config } }, request);
  },
  S3: ({ ingest }, { namespaceId, config }, request) =>
    ingest.s3({ namespaceId, ingestConfig: { source: 'S3', config } }, request),
};

export const syncConnection = defineTool({
  name: 'sync_connection',
  title: 'Sync a connection',
  description:
    'Reads a connected account again: what is new, changed or gone there is followed. Without externalIds everything that was shared is read.',
  scope: 'ingest',
  // What is gone there is deleted here.
  hints: { ...fetches, destructiveHint: true },
  input: z.strictObject({
    namespace,
    connectionId: z.string(),
    externalIds: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('Files, folders or pages by the ids of their vendor; Confluence needs them'),
  }),
  output: accepted,

  async run({ namespace: namespaceId, connectionId, externalIds }, { client, request }) {
    const found = await client.connections.get({ namespaceId, connectionId }, request);
    const { connector } = found.connection;
    const order = { namespaceId, config: defined({ connectionId, externalIds }) };
    return presentAccepted(await syncs[connector](client, order, request));
  },
});
