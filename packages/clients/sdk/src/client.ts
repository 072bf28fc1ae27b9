import { readEvents, streamAnswer } from './events.ts';
import { type IngestJobRunDocuments, routes } from './generated/api.ts';
import type { Method, OperationName, StreamMethod } from './method.ts';
import { operations, pagedItems } from './operations.ts';
import type { ClientOptions, RequestOptions } from './options.ts';
import { paged } from './pages.ts';
import { send } from './send.ts';
import { type RunToWaitFor, type WaitForRunOptions, waitForRun } from './wait-for-run.ts';

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
