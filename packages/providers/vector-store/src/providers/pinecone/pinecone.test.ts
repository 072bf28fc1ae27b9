import { createEgress } from '@docfleet/egress';
import { type PineconeEmulator, startPineconeEmulator } from '@docfleet/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { describeVectorStore } from '../../../test/conformance.ts';
import { conformanceDimensions } from '../../../test/conformance-records.ts';
import { openVectorStore } from '../../registry.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
let emulator: PineconeEmulator;
beforeAll(async () => {
  emulator = await startPineconeEmulator({ dimension: conformanceDimensions, visibilityDelayMs: 100 });
});
afterAll(async () => {
  await egress.close();
  await emulator.close();
});

/** The emulator shows a write after 100 ms. */
const settleMs = [50, 100, 200, 400];
const open = (namespaceId: string) =>
  openVectorStore(
    { provider: 'PINECONE', apiKey: 'test-key', indexHost: emulator.url },
    { namespaceId, egress, settleMs },
  );

describeVectorStore('PINECONE', { open, addsNegativeCosines: true, hasFixedDimension: true });
