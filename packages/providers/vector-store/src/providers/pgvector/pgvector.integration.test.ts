import { createEgress } from '@docfleet/egress';
import { findPgvector, type PgvectorServer, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeVectorStore } from '../../../test/conformance.ts';
import { openVectorStore } from '../../registry.ts';

const found = findPgvector();
const describeReal = runWhere(describe, 'start' in found, 'reason' in found ? found.reason : '');

describeReal('with a real server', () => {
  const egress = createEgress({ allowCidrs: [] });
  let server: PgvectorServer;
  beforeAll(async () => {
    if ('start' in found) server = await found.start();
  }, 60_000);
  afterAll(async () => {
    await egress.close();
    await server?.stop();
  });

  const open = (namespaceId: string) =>
    openVectorStore(
      { provider: 'PGVECTOR' },
      { namespaceId, egress, settings: { PGVECTOR_URL: server.url } },
    );

  describeVectorStore('PGVECTOR', { open });
});
