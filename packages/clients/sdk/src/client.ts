import { DocfleetError, type DocfleetErrorCode } from './docfleet-error.ts';
import { type AnswerEvent, type IngestJobRunDocuments, routes } from './generated/api.ts';
import type { ClientOptions, Method, OperationName, Paged, RequestOptions, StreamMethod } from './method.ts';
import { operations, pagedItems } from './operations.ts';
import { send } from './send.ts';
import { type RunToWaitFor, type WaitForRunOptions, waitForRun } from './wait-for-run.ts';

/** The data of server-sent events as they come. Who stops iterating ends the stream; a connection that is lost rejects with CONNECTION_FAILED. */
export async function* readEvents(open: () => Promise<Response>): AsyncGenerator<unknown> {
  const { body } = await open();
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = withPlainEnds(text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = dataOf(block);
        if (data !== '') yield JSON.parse(data);
      }
    }
  } catch (cause) {
    if (cause instanceof TypeError)
      throw new DocfleetError('CONNECTION_FAILED', 'The stream of events was cut off', { cause });
    throw cause;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Lines may end with LF, CR or both: https://html.spec.whatwg.org/multipage/server-sent-events.html. After a CR at the end, the LF may follow. */
const withPlainEnds = (text: string) => text.replaceAll(/\r(?:\n|(?!$))/g, '\n');

/** The lines of data of one event; nothing of a comment, which only keeps the connection open. */
const dataOf = (block: string) =>
  block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('\n');

/** The events of an answer; one that reports a failure rejects with it, and so does a stream that ends without `done`. */
async function* streamAnswer(
  open: (options: { readonly raw: true }) => Promise<unknown>,
): AsyncGenerator<AnswerEvent> {
  for await (const event of readEvents(() => open({ raw: true }) as Promise<Response>)) {
    const known = event as AnswerEvent;
    if (known.type === 'error') {
      const { code, message, details } = known.error;
      // A newer service may have codes that this version does not know.
      throw new DocfleetError(code as DocfleetErrorCode, message, { details });
    }
    yield known;
    if (known.type === 'done') return;
  }
  throw new DocfleetError('CONNECTION_FAILED', 'The answer was cut off');
}

interface Page {
  /** Searches have a cursor only. */
  readonly hasNextPage?: boolean;
  readonly nextCursor?: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Requests the first page at once, and the others when they are iterated. `cursorField` is where the input takes the cursor. */
function paged(
  sendPage: (input: Fields) => Promise<unknown>,
  input: Fields,
  { itemsKey, cursorField }: { itemsKey: string; cursorField: 'cursor' | 'pagination.cursor' },
): Paged<unknown, unknown> {
  const first = sendPage(input) as Promise<Page>;
  // Its failure belongs to the caller that awaits or iterates it, however late, and must not end the process before.
  first.catch(() => undefined);
  const after = (cursor: string | null | undefined): Fields =>
    cursorField === 'cursor'
      ? { ...input, cursor }
      : { ...input, pagination: { ...(input['pagination'] as object | undefined), cursor } };
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first;
      for (;;) {
        yield* (page as unknown as Record<string, readonly unknown[] | undefined>)[itemsKey] ?? [];
        if (!(page.hasNextPage ?? page.nextCursor)) return;
        page = (await sendPage(after(page.nextCursor))) as Page;
      }
    },
  });
}

type Table = typeof operations;

type Resources = {
  readonly [Resource in keyof Table]: {
    readonly [Name in keyof Table[Resource]]: Table[Resource][Name] extends OperationName
      ? Method<Table[Resource][Name]>
      : never;
  };
};

/** The API: a method for every operation, grouped by resource. */
export interface DocfleetClient extends Resources {
  readonly answers: Resources['answers'] & {
    /**
     * Answers a question sentence by sentence, each after its citations were verified; the last event is `done`. Rejects where the
     * answer fails, also in the middle. Is not retried once it has begun.
     */
    readonly stream: StreamMethod<'POST /v1/answer'>;
  };
  /** Waits until a run is COMPLETED and returns its last state; rejects with RUN_FAILED when a document failed. */
  waitForRun(run: RunToWaitFor, options?: WaitForRunOptions): Promise<IngestJobRunDocuments>;
}

type AnyMethod = (
  input?: Readonly<Record<string, unknown>>,
  options?: RequestOptions,
) => Promise<unknown> | AsyncIterable<unknown>;

/** A client of one gateway with one key. It opens nothing: make as many as there are keys. Its methods reject with DocfleetError. */
export function createDocfleetClient(options: ClientOptions): DocfleetClient {
  const resources = Object.fromEntries(
    Object.entries(operations).map(([resource, methods]) => [
      resource,
      Object.fromEntries(
        Object.entries(methods).map(([name, operation]) => [name, method(options, operation)]),
      ),
    ]),
  ) as unknown as Resources;
  return {
    ...resources,
    answers: {
      ...resources.answers,
      stream: (input, requestOptions = {}) =>
        streamAnswer((init) =>
          send(options, 'POST /v1/answer', { ...input, stream: true }, { ...requestOptions, ...init }),
        ),
    },
    waitForRun: (run, waitOptions = {}) => waitForRun(resources.runs.get, run, waitOptions),
  };
}

function method(client: ClientOptions, name: OperationName): AnyMethod {
  const itemsKey = (pagedItems as Partial<Record<OperationName, string>>)[name];
  const cursorField = /^GET|\/search/.test(name) ? 'cursor' : 'pagination.cursor';
  if (routes[name].events)
    return (input = {}, options = {}) =>
      readEvents(() => send(client, name, input, options) as Promise<Response>);
  return (input = {}, options = {}) =>
    itemsKey === undefined
      ? send(client, name, input, options)
      : paged((page) => send(client, name, page, options), input, { itemsKey, cursorField });
}
