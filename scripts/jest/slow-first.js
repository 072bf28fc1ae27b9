import TestSequencer from '@jest/test-sequencer';

/** What waits most, for leases to end and servers to recover, and what works longest, in the order in which it is begun. */
const slow = [
  '/tests/faults/',
  '/tests/e2e/',
  '/hostile/hostile-files',
  '/embedded-servers',
  '/providers/pinecone/pinecone.test',
  '/providers/lancedb/lancedb.test',
  '/web-client.test',
  '/converter-pool.test',
];
const place = ({ path }) => {
  const found = slow.findIndex((folder) => path.includes(folder));
  return found === -1 ? slow.length : found;
};

/** Jest's own order, but for the files that take minutes: begun last, they would run alone at the end. */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => place(one) - place(other));
  }
}
