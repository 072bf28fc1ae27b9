import { createEgress } from '@docfleet/egress';
import {
  dockerResponds,
  findPython,
  noQdrantEngine,
  runWhere,
  startQdrantContainer,
  startQdrantServer,
} from '@docfleet/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeVectorStore } from '../../../test/conformance.ts';
import { conformanceDimensions } from '../../../test/conformance-records.ts';
import { openVectorStore } from '../../registry.ts';

const python = findPython(['qdrant_edge']);
const hasDocker = await dockerResponds();

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

interface Running {
  readonly url: string;
  settle?(): Promise<void>;
  stop(): Promise<void>;
}

const startEngine = async (mode: typeof strictMode | undefined): Promise<Running> => {
  const server = await startQdrantServer({ python: python ?? '', ...(mode && { strictMode: mode }) });
  const settle = () => server.optimize(`docfleet-${conformanceDimensions}`);
  return { url: server.url, settle, stop: server.close };
};

/** Runs the suite on a server that is started for it. */
function describeServer(start: () => Promise<Running>): void {
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  let server: Running;
  beforeAll(async () => {
    server = await start();
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    await egress.close();
  });
  const open = (namespaceId: string) =>
    openVectorStore({ provider: 'QDRANT', url: server.url, apiKey: 'test-key' }, { namespaceId, egress });

  describeVectorStore('QDRANT', { open, settle: async () => server.settle?.() });
}

runWhere(
  describe,
  python !== undefined,
  noQdrantEngine,
)('the engine', () => describeServer(() => startEngine(undefined)));
runWhere(
  describe,
  python !== undefined,
  noQdrantEngine,
)('the engine in strict mode', () => describeServer(() => startEngine(strictMode)));
runWhere(
  describe,
  hasDocker,
  'no Docker daemon responds',
)('the official image', () => describeServer(startQdrantContainer));
