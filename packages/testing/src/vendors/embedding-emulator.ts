import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../stub-server.ts';
import { deterministicVector } from './deterministic-vector.ts';
import { createLanes, type Latency } from './lanes.ts';
import { sendFaulty, type VendorFault } from './vendor-fault.ts';

/** Request that the vendor accepts. */
export interface EmbeddingCall {
  readonly texts: readonly string[];
  readonly model: string;
  readonly dimensions: number;
  readonly tokens: number;
  /** Format of the vectors, in the vendor's terms. */
  readonly format?: string | undefined;
}

export interface EmbeddingEmulatorOptions {
  /** API key that is accepted at first; default: `emulator-key`. */
  readonly apiKey?: string;
  /** Returns the fault of a request, if any; `number` counts requests from 0. */
  readonly fault?: (call: EmbeddingCall, number: number) => VendorFault | undefined;
  readonly latency?: Latency;
  /** Returns a promise that the response waits for; undefined: none. */
  readonly hold?: (call: EmbeddingCall) => Promise<unknown> | undefined;
  /** Returns the tokens of a text; default: one for five characters, slightly fewer than cl100k_base counts in English. */
  readonly countTokens?: (text: string) => number;
}

export interface EmbeddingEmulator extends Omit<StubServer, 'port'> {
  readonly apiKey: string;
  /** Totals of the requests that were answered with vectors, right or wrong. */
  readonly served: { requests: number; inputs: number; tokens: number };
  /** Replaces the accepted keys. Requests in progress with an old key are refused at their end. */
  acceptKeys(keys: readonly string[]): void;
}

export interface EmbeddingVendor {
  readonly path: string;
  /** Returns the call of a request, or the vendor's refusal. */
  read(
    request: StubRequest,
    options: { accepts: (key: string) => boolean; countTokens: (text: string) => number },
  ): EmbeddingCall | StubResponse;
  /** Returns the JSON of the response, with one vector per text of the call. */
  answer(call: EmbeddingCall, broken: 'nan' | undefined): string;
  /** Returns the body of the vendor's error with a status. */
  refusal(status: number): unknown;
}

const emulatorKey = 'emulator-key';
/** Maximum of recorded requests: enough for tests that look at them, few enough for a benchmark. */
const remembered = 200;
const json = { 'content-type': 'application/json' };

/** Alters a call for faults that respond with wrong vectors: half the dimensions, or one text too few. */
function misunderstood(call: EmbeddingCall, fault: VendorFault | undefined): EmbeddingCall {
  if (fault?.kind === 'wrong-dimension') return { ...call, dimensions: call.dimensions / 2 };
  if (fault?.kind === 'too-few') return { ...call, texts: call.texts.slice(1) };
  return call;
}

/** Starts a vendor's embeddings endpoint: it judges requests as the vendor does and returns the same text the same vector. */
export async function startEmbeddingEmulator(
  vendor: EmbeddingVendor,
  {
    apiKey = emulatorKey,
    fault,
    latency = {},
    hold,
    countTokens = (text) => Math.ceil(text.length / 5),
  }: EmbeddingEmulatorOptions,
): Promise<EmbeddingEmulator> {
  const serve = createLanes(latency);
  const served = { requests: 0, inputs: 0, tokens: 0 };
  let keys: readonly string[] = [apiKey];
  const accepts = (key: string) => keys.includes(key);
  let accepted = 0;

  const server = await startStubServer(
    async (request, response) => {
      if (request.method !== 'POST' || request.path !== vendor.path)
        return { status: 404, body: vendor.refusal(404) };
      const call = vendor.read(request, { accepts, countTokens });
      if (!('texts' in call)) return call;

      const wrong = fault?.(call, accepted++);
      if (wrong?.kind === 'status')
        return {
          status: wrong.status,
          body: wrong.body ?? vendor.refusal(wrong.status),
          ...(wrong.headers && { headers: wrong.headers }),
        };
      await hold?.(call);
      return serve(call.tokens, () => {
        const refused = vendor.read(request, { accepts, countTokens });
        if (!('texts' in refused)) return refused;
        served.requests += 1;
        served.inputs += call.texts.length;
        served.tokens += call.tokens;
        const body = vendor.answer(misunderstood(call, wrong), wrong?.kind === 'nan' ? 'nan' : undefined);
        return sendFaulty({ body, headers: json }, wrong, response);
      });
    },
    { remember: remembered },
  );
  return {
    url: server.url,
    requests: server.requests,
    close: server.close,
    apiKey,
    served,
    acceptKeys(accepted) {
      keys = accepted;
    },
  };
}

/** Returns the key of a bearer header; undefined without one. */
export const bearerOf = (request: StubRequest): string | undefined =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];

/** Returns a field of a JSON body; undefined when the body is not an object. */
export const fieldOf = (request: StubRequest, name: string): unknown =>
  typeof request.json === 'object' && request.json !== null
    ? (request.json as Record<string, unknown>)[name]
    : undefined;

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string');

/** Returns a text's vector in base64: little-endian floats, as OpenAI sends it. */
export function vectorBase64(text: string, dimensions: number, broken: 'nan' | undefined): string {
  const vector = deterministicVector(text, dimensions);
  if (broken) vector[0] = Number.NaN;
  return Buffer.from(vector.buffer).toString('base64');
}
