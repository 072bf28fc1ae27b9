import { createDocfleetClient, type DocfleetClient, DocfleetError, verifyWebhook } from '@docfleet/sdk';

/** Input of a runtime: a gateway behind a proxy that fails on demand, and a delivery that a webhook got. */
export interface ScenarioInput {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly namespaceId: string;
  /** Keeps the documents and keys of runtimes apart. */
  readonly runtime: string;
  readonly delivery: {
    readonly body: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly signingKey: string;
  };
}

const passages = Array.from({ length: 40 }, (_, index) => `Feeder ${index} opens at dawn.\n`);

/** Results that are the same in every runtime, beside the id of the run whose first response was lost. */
export const expectedOutcome = {
  lastProgress: 'COMPLETED',
  uploaded: passages.join(''),
  events: { last: 'COMPLETED', first: 'COMPLETED' },
  names: ['feeders.txt', 'lunch'],
  refusal: { code: 'DOCUMENTS_NOT_FOUND', status: 404, hasRequestId: true },
  silence: 'TIMEOUT',
  unanswered: 'CONNECTION_FAILED',
  aborted: 'enough',
  delivered: 'WEBHOOK_TEST',
  forged: 'INVALID_SIGNATURE',
};

export type Outcome = typeof expectedOutcome & { readonly ingestJobRunId: string };

/** A program that exercises every part of its runtime that the SDK uses. It uses web standards alone, and returns JSON. */
export async function runScenario(input: ScenarioInput): Promise<Outcome> {
  const { namespaceId } = input;
  const client = openClient(input);
  const run = { namespaceId, ingestJobRunId: await ingestText(client, input) };
  let lastProgress = '';
  const onProgress = ({ status }: { readonly status: string }) => {
    lastProgress = status;
  };
  await client.waitForRun(run, { deadlineMs: 60_000, onProgress });
  return {
    ingestJobRunId: run.ingestJobRunId,
    lastProgress,
    uploaded: await upload(input),
    events: await readEvents(client, run),
    names: await listNames(client, input),
    ...(await fail(client, input)),
    ...(await verify(input)),
  };
}

const openClient = ({ baseUrl, apiKey }: ScenarioInput) =>
  createDocfleetClient({ baseUrl, apiKey, retryDelayMs: 1 });

const externalIds = ({ runtime }: ScenarioInput) => [`${runtime}/lunch`, `${runtime}/feeders`] as const;

/** Creates a document although its first answer is lost, and returns the run. */
async function ingestText(client: DocfleetClient, input: ScenarioInput): Promise<string> {
  const config = { name: 'lunch', externalId: externalIds(input)[0], text: 'Lentil stew, on Fridays.' };
  const { ingestJobRunId } = await client.ingest.text(
    { namespaceId: input.namespaceId, ingestConfig: { source: 'TEXT', config } },
    { idempotencyKey: `lose ${input.runtime}` },
  );
  return ingestJobRunId;
}

/** Sends a stream and returns what the service has of it. */
export async function upload(input: ScenarioInput): Promise<string> {
  const { namespaceId } = input;
  const client = openClient(input);
  const encoder = new TextEncoder();
  const content = () => {
    const left = passages.values();
    return new ReadableStream({
      pull(controller) {
        const { done, value } = left.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    });
  };
  const accepted = await client.ingest.file({
    namespaceId,
    config: { externalId: externalIds(input)[1] },
    file: { name: 'feeders.txt', content, type: 'text/plain' },
  });
  await client.waitForRun({ namespaceId, ...accepted }, { deadlineMs: 60_000 });
  const documentId = accepted.documents[0]?.id ?? '';
  return (await client.documents.content({ documentId, format: 'raw' })).text();
}

/** Reads the events of a run to their end, and once more the first alone. */
async function readEvents(
  client: DocfleetClient,
  run: { readonly namespaceId: string; readonly ingestJobRunId: string },
) {
  let last = '';
  for await (const { status } of client.runs.events(run)) last = status;
  for await (const { status } of client.runs.events(run)) return { last, first: status as string };
  return { last, first: '' };
}

/** A page for each document. */
async function listNames(client: DocfleetClient, input: ScenarioInput): Promise<string[]> {
  const names: string[] = [];
  const request = {
    namespaceId: input.namespaceId,
    filterConfig: { documentExternalIds: externalIds(input) },
    pagination: { pageSize: 1 },
  };
  for await (const { name } of client.documents.list(request)) names.push(name ?? '');
  return names.sort();
}

/** Errors of calls that are refused, not answered, or ended by their caller. */
async function fail(client: DocfleetClient, { apiKey, runtime }: ScenarioInput) {
  const documentId = '0199c0de-7e57-7000-8000-000000000001';
  const refused = await failureOf(client.documents.get({ documentId }));
  const { code, status = 0, requestId } = refused as DocfleetError;
  const hang = { idempotencyKey: `hang ${runtime}`, maxRetries: 0 };
  const namespace = { name: 'never', validate: false };
  const silence = await failureOf(client.namespaces.create(namespace, { ...hang, timeoutMs: 200 }));
  const unanswered = createDocfleetClient({ baseUrl: 'http://127.0.0.1:9', apiKey, maxRetries: 0 });
  const controller = new AbortController();
  setTimeout(() => controller.abort('enough'), 50);
  const { signal } = controller;
  return {
    refusal: { code: code as string, status, hasRequestId: requestId !== undefined },
    silence: codeOf(silence),
    unanswered: codeOf(await failureOf(unanswered.namespaces.list())),
    aborted: String(await failureOf(client.namespaces.create(namespace, { ...hang, signal }))),
  };
}

async function verify({ delivery }: ScenarioInput) {
  const { event } = await verifyWebhook(delivery);
  const forged = verifyWebhook({ ...delivery, body: delivery.body.replace('{', '{ ') });
  return { delivered: event as string, forged: codeOf(await failureOf(forged)) };
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );

const codeOf = (error: unknown): string => (error instanceof DocfleetError ? error.code : String(error));
