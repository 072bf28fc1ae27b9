import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createSeededRandom } from '../../property-runs.ts';
import { type StubRequest, type StubResponse, startStubServer } from '../../stub-server.ts';
import { contractFile } from '../vendor-contract.ts';
import { sendFaulty, type VendorFault } from '../vendor-fault.ts';
import { type DescribedSchema, describedSchema, generateValue } from './generate-value.ts';

const media = z.object({ schema: describedSchema.optional() });
const response = z.object({ $ref: z.string().optional(), content: z.record(z.string(), media).optional() });
const operation = z.object({ responses: z.record(z.string(), response).default({}) });
const described = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
type Described = z.output<typeof described>;

export interface DescribedVendorOptions {
  /** OpenAPI description: a file in the folder of contracts, or a path. */
  readonly description: string;
  /** Path that precedes those of the description. */
  readonly base?: string;
  readonly seed: number;
  /** Share of requests that fail; default: a fifth. */
  readonly faultShare?: number;
  /** Bodies of responses for paths that the description omits. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

export interface DescribedVendor {
  readonly url: string;
  readonly requests: readonly StubRequest[];
  /** Requests that failed so far. */
  faults(): number;
  close(): Promise<void>;
}

const read = (file: string): Described => described.parse(JSON.parse(readFileSync(file, 'utf8')));

function followPointer(description: Described, reference: string): unknown {
  const names = reference
    .replace(/^#\//, '')
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>(
    (inner, name) => z.record(z.string(), z.unknown()).parse(inner)[name],
    description,
  );
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the operations of a description by method and path; those with fewer placeholders first. */
function operationsOf({ paths }: Described) {
  return Object.entries(paths)
    .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
    .flatMap(([path, methods]) => {
      const form = new RegExp(
        `^${path
          .split(/\{[^}]*\}/)
          .map(escaped)
          .join('.+')}$`,
      );
      return Object.entries(methods).flatMap(([method, value]) => {
        const known = operation.safeParse(value).data;
        return known ? [{ method: method.toUpperCase(), form, responses: known.responses }] : [];
      });
    });
}

function faultOf(random: () => number): VendorFault {
  const faults: readonly VendorFault[] = [
    { kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: {} },
    { kind: 'status', status: 500, body: {} },
    { kind: 'status', status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
    { kind: 'status', status: 503, body: '' },
    { kind: 'cut' },
    { kind: 'truncated' },
  ];
  return faults[Math.floor(random() * faults.length)] ?? { kind: 'cut' };
}

/** Creates the function that returns a response which the description allows; undefined for an unknown request. */
function createAnswers(description: Described, random: () => number) {
  const operations = operationsOf(description);
  const source = {
    random,
    resolve: (reference: string): DescribedSchema =>
      describedSchema.parse(followPointer(description, reference)),
  };
  return (method: string, path: string): StubResponse | undefined => {
    const found = operations.find((one) => one.method === method && one.form.test(path));
    const [, success] =
      Object.entries(found?.responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
    if (!success) return undefined;
    const whole = success.$ref ? response.parse(followPointer(description, success.$ref)) : success;
    const schema = whole.content?.['application/json']?.schema;
    return schema
      ? {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(generateValue(schema, source)),
        }
      : { headers: { 'content-type': 'application/octet-stream' }, body: 'bytes of a file' };
  };
}

/**
 * Starts a vendor that is as hostile as its own description allows: each answer is valid and unlikely, and a share of the requests fails.
 * The same seed gets the same answers for the same requests. Undefined where this machine does not have the description.
 */
export async function startDescribedVendor(
  options: DescribedVendorOptions,
): Promise<DescribedVendor | undefined> {
  const file = options.description.startsWith('/') ? options.description : contractFile(options.description);
  if (!file) return undefined;
  const { base = '', seed, faultShare = 0.2, answers = {} } = options;
  const random = createSeededRandom(seed);
  const answerOf = createAnswers(read(file), random);
  let faults = 0;
  const { url, requests, close } = await startStubServer(({ method, path }, outgoing) => {
    const fault = random() < faultShare ? faultOf(random) : undefined;
    const given = answers[path];
    const answer = given ? { body: JSON.stringify(given) } : answerOf(method, path.slice(base.length));
    if (!answer) return { status: 404, body: {} };
    if (fault) faults += 1;
    if (fault?.kind === 'status')
      return { status: fault.status, body: fault.body, ...(fault.headers && { headers: fault.headers }) };
    return sendFaulty(answer, fault, outgoing);
  });
  return { url, requests, faults: () => faults, close };
}
