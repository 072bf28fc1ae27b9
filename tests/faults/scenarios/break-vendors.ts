import { createSeededRandom, type VendorFault } from '@docfleet/testing';
import type { FaultFleet } from '../fault-fleet.ts';

const faultyShare = 0.3;

/** Faults of vendors on a bad day. */
const badResponses: readonly Extract<VendorFault, { kind: 'status' | 'cut' | 'truncated' }>[] = [
  { kind: 'status', status: 429 },
  { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'cut' },
  { kind: 'truncated' },
];

/** Answers that are whole, and wrong. */
const wrongVectors: readonly VendorFault[] = [
  { kind: 'wrong-dimension' },
  { kind: 'nan' },
  { kind: 'too-few' },
];

/** Requests that reached the vendors while they were breaking their answers. */
export interface VendorLoad {
  embeddingRequests: number;
  embeddedTexts: number;
  vectorWrites: number;
  fileRequests: number;
  faults: number;
}

/** From now on vendors break 30 % of all requests, and each hangs at the requests of these numbers. Returns the counts, and a function that ends it. */
export function breakVendors(
  { vendors: { faults }, store: { server } }: FaultFleet,
  seed: number,
  hangs: readonly number[],
): { load: VendorLoad; repair: () => void } {
  const random = createSeededRandom(seed);
  const load = { embeddingRequests: 0, embeddedTexts: 0, vectorWrites: 0, fileRequests: 0, faults: 0 };
  const oneOf = <Fault>(bad: readonly Fault[]): Fault | undefined => {
    if (random() >= faultyShare) return undefined;
    load.faults += 1;
    return bad[Math.floor(random() * bad.length)];
  };
  faults.openai = (texts) => {
    load.embeddedTexts += texts.length;
    if (hangs.includes(load.embeddingRequests++)) return { kind: 'hang' };
    return oneOf([...badResponses, ...wrongVectors]);
  };
  faults.pinecone = ({ path }) => {
    if (path !== '/vectors/upsert') return undefined;
    if (hangs.includes(load.vectorWrites++)) return { kind: 'hang' };
    return oneOf(badResponses);
  };
  faults.s3 = ({ method }) => {
    if (method !== 'PUT') return undefined;
    load.fileRequests += 1;
    return oneOf([
      { kind: 'error', status: 503, code: 'SlowDown' },
      { kind: 'error', status: 500, code: 'InternalError' },
      { kind: 'cut' },
    ]);
  };
  const own = server?.faults ?? {};
  own.onRequest = ({ method, path }) => {
    if (method !== 'PUT' || !path.endsWith('/points')) return undefined;
    const fault = oneOf(badResponses);
    if (fault?.kind !== 'status') return fault;
    const { status, headers = {} } = fault;
    return { status, headers, body: { status: { error: 'a bad day' } } };
  };
  const repair = () => {
    own.onRequest = undefined;
    faults.openai = undefined;
    faults.pinecone = undefined;
    faults.s3 = undefined;
  };
  return { load, repair };
}
