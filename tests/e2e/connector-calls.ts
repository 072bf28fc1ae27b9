import type { DocfleetClient } from '@docfleet/sdk';
import { expect } from '@jest/globals';

/** The same ingestion by the method of each connector. */
function connectorCalls(
  { ingest }: DocfleetClient,
  namespaceId: string,
  config: { readonly connectionId: string; readonly externalIds: string[] },
): Promise<unknown>[] {
  return [
    ingest.notion({ namespaceId, ingestConfig: { source: 'NOTION', config } }),
    ingest.googleDrive({ namespaceId, ingestConfig: { source: 'GOOGLE_DRIVE', config } }),
    ingest.dropbox({ namespaceId, ingestConfig: { source: 'DROPBOX', config } }),
    ingest.onedrive({ namespaceId, ingestConfig: { source: 'ONEDRIVE', config } }),
    ingest.sharepoint({ namespaceId, ingestConfig: { source: 'SHAREPOINT', config } }),
    ingest.box({ namespaceId, ingestConfig: { source: 'BOX', config } }),
    ingest.confluence({ namespaceId, ingestConfig: { source: 'CONFLUENCE', config } }),
    ingest.github({ namespaceId, ingestConfig: { source: 'GITHUB', config } }),
    ingest.s3({ namespaceId, ingestConfig: { source: 'S3', config } }),
  ];
}

/** Every connector refuses a connection that the namespace does not have. */
export async function callConnectors(client: DocfleetClient, namespaceId: string): Promise<void> {
  const config = { connectionId: '0199c0de-7e57-7000-8000-000000000001', externalIds: ['1'] };
  const unknown = { code: 'CONNECTION_NOT_FOUND', status: 404 };
  const calls = connectorCalls(client, namespaceId, config);
  expect(calls).toHaveLength(9);
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(unknown)));
  const { connectionId } = config;
  await expect(client.connections.check({ namespaceId, connectionId })).rejects.toMatchObject(unknown);
}
