import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { afterAll } from '@jest/globals';
import { describeVectorStore } from '../../conformance.ts';
import { openVectorStore } from '../../registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'docfleet-lancedb-'));
const egress = createEgress({ allowCidrs: [] });
afterAll(async () => {
  await egress.close();
  rmSync(folder, { recursive: true });
});

const open = (namespaceId: string) =>
  openVectorStore({ provider: 'LANCEDB' }, { namespaceId, egress, lancedbUri: folder });

describeVectorStore('LANCEDB', { open });
