import { createEgress } from '@docfleet/egress';
import { findPython, type QdrantServer, runWhere, startQdrantServer } from '@docfleet/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeVectorStore } from '../../../test/conformance.ts';
import { openVectorStore } from '../../registry.ts';

const python = findPython(['qdrant_edge']);
const reason =
  'no Python with Qdrant’s engine: pip install qdrant-edge-py, and set DOCFLEET_PYTHON to its program';

runWhere(
  describe,
  python !== undefined,
  reason,
)('with its engine', () => {
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  let server: QdrantServer;
  beforeAll(async () => {
    server = await startQdrantServer({ python: python ?? '' });
  });
  afterAll(async () => {
    await server.close();
    await egress.close();
  });
  const open = (namespaceId: string) =>
    openVectorStore({ provider: 'QDRANT', url: server.url, apiKey: 'test-key' }, { namespaceId, egress });

  describeVectorStore('QDRANT', { open });
});
