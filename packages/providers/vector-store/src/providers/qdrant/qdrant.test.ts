import { createEgress } from '@docfleet/egress';
import { findPython, type QdrantServer, runWhere, startQdrantServer } from '@docfleet/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeVectorStore } from '../../../test/conformance.ts';
import { openVectorStore } from '../../registry.ts';

const python = findPython(['qdrant_edge']);
const reason =
  'no Python with the engine of Qdrant: pip install qdrant-edge-py, and set DOCFLEET_PYTHON to its program';

const strictMode = {
  max_query_limit: 1_000,
  upsert_max_batchsize: 50,
  search_max_batchsize: 1,
  search_max_hnsw_ef: 128,
  search_allow_exact: false,
  unindexed_filtering_retrieve: false,
  unindexed_filtering_update: false,
  condition_max_size: 100,
  filter_max_conditions: 20,
};

describe.each([
  ['without strict mode', {}],
  ['in strict mode', strictMode],
])('a server %s', (_, given) => {
  runWhere(
    describe,
    python !== undefined,
    reason,
  )('with the engine', () => {
    const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
    let server: QdrantServer;
    beforeAll(async () => {
      server = await startQdrantServer({ python: python ?? '', strictMode: given });
    });
    afterAll(async () => {
      await server.close();
      await egress.close();
    });
    const open = (namespaceId: string) =>
      openVectorStore({ provider: 'QDRANT', url: server.url, apiKey: 'test-key' }, { namespaceId, egress });

    describeVectorStore('QDRANT', { open });
  });
});
