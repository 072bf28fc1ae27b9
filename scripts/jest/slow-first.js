import TestSequencer from '@jest/test-sequencer';

/** The test files that take longest, in the order in which they start: those that wait for leases and recoveries first. */
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
