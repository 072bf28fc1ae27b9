import { connectorFacts, connectors, type DocfleetClient, operations } from '@docfleet/sdk';
import { expect } from '@jest/globals';

const connectionId = '0199c0de-7e57-7000-8000-000000000001';
const unknown = { code: 'CONNECTION_NOT_FOUND', status: 404 };
const methods = Object.keys(operations.ingest) as (keyof typeof operations.ingest)[];

/** Every connector refuses a connection that the namespace does not have, by its own method. */
export async function callConnectors(client: DocfleetClient, namespaceId: string): Promise<void> {
  const calls = connectors.map((source) => {
    const { segment } = connectorFacts[source];
    const method = methods.find((name) => operations.ingest[name] === `POST /v1/ingest/${segment}`);
    const call = client.ingest[method as 's3'];
    const config = { connectionId, externalIds: ['1'] };
    return call({ namespaceId, ingestConfig: { source: source as 'S3', config } });
  });
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(unknown)));
  await expect(client.connections.check({ namespaceId, connectionId })).rejects.toMatchObject(unknown);
}
