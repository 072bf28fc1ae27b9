import type { Readable } from 'node:stream';
import type { Principal } from '@docfleet/domain/api-key';
import type { ErrorCode } from '@docfleet/errors';
import type { InvalidCodes } from '@docfleet/errors/issues';
import type { ByteRange } from '@docfleet/file-store';
import type { z } from 'zod';
import type { EdgeError } from './edge-error.ts';

/** A file that lies on disk until the request has ended. */
export interface Upload {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: Uint8Array;
  readonly fileName: string;
  readonly mimeType: string;
}

/** Maximum sizes of requests, in bytes. */
export interface Limits {
  /** Bytes of UTF-8 of an ingested text. */
  readonly textBytes: number;
  /** Bytes of an uploaded file. */
  readonly fileBytes: number;
  /** Bytes of a file that is converted while its sender waits. */
  readonly convertedFileBytes: number;
  /** Bytes of any other JSON body. */
  readonly jsonBytes: number;
}

type Schema = z.ZodType;
type Parsed<Maybe extends Schema | undefined> = Maybe extends Schema ? z.output<Maybe> : undefined;

/** The scope that a key needs; `public` requires no key. */
export type Access = 'public' | 'read' | 'ingest' | 'admin';

/** A file as a response; `size` is that of the whole in bytes, and `range` what the body holds of it. */
export interface FileResponse {
  readonly body: Readable;
  readonly contentType: string;
  readonly fileName: string;
  readonly size?: number;
  readonly range?: ByteRange | undefined;
}

/** Stands in a route's `reply` for a response that is a stream of bytes and no envelope. */
export const fileResponse = Symbol('file');

/** A page for people, or where their browser continues. */
export type PageResponse =
  | {
      readonly page: string;
      readonly status: 200 | 410;
      /** Its Content-Security-Policy. */
      readonly policy: string;
      /** Referrer policy of its address. */
      readonly referrer: 'no-referrer' | 'strict-origin';
    }
  | { readonly redirectTo: string; readonly cookie?: string };

/** Stands in a route's `reply` for a response to a person's browser. */
export const pageResponse = Symbol('page');

/** One event of a stream. */
export interface StreamEvent {
  /** Id that the caller sends as `Last-Event-ID` when it comes again; unset where it cannot. */
  readonly id?: string;
  /** Name of the event, for streams in another API's form; unset: `message`. */
  readonly name?: string;
  /** Written as JSON; a text as it is. */
  readonly data: unknown;
}

/** Server-sent events as a response. */
export interface EventsResponse {
  /** Ends after the last event, or when the signal reports that the client disconnected. */
  events(signal: AbortSignal): AsyncIterable<StreamEvent>;
  /** Key whose streams it counts among. */
  readonly apiKeyId: string;
  readonly organizationId: string;
  /** Called when the stream ends, also when it is refused before its first event. */
  readonly onEnd?: () => void;
}

/** Stands in a route's `reply` for a response that is a stream of events with such data. */
export interface EventStream {
  readonly event: Schema;
}
type ApiResponse = Schema | typeof fileResponse | typeof pageResponse | EventStream;

export const isEventStream = (response: ApiResponse): response is EventStream =>
  typeof response === 'object' && 'event' in response;

export interface Input<Params, Query, Body, Form, Allowed extends Access = Access> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly form: Form;
  readonly file: Form extends undefined ? undefined : Upload;
  readonly organizationId: Allowed extends 'public' ? undefined : string;
  /** Caller as the audit trail names it, and what its key may do. */
  readonly actor: Allowed extends 'public' ? undefined : Principal;
  readonly tenantId: string | undefined;
  /** Address at which the caller reaches this service: `https://host`. */
  readonly origin: string;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** The bytes of a file that the caller wants; a route may respond with all. */
  readonly range: ByteRange | undefined;
  /** The last event that the caller has of a stream that it opens again. */
  readonly lastEventId: string | undefined;
}

/** Milliseconds that the steps of a response took, by name; sent as `Server-Timing`, which browsers show. */
export type Timings = Readonly<Record<string, number>>;

type Result<Replied extends ApiResponse> = Replied extends Schema
  ? { readonly message: string; readonly data: z.input<Replied>; readonly timings?: Timings }
  : Replied extends typeof pageResponse
    ? PageResponse
    : Replied extends EventStream
      ? EventsResponse
      : FileResponse;

export interface RouteDefinition<
  Params extends Schema | undefined,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Form extends Schema | undefined,
  Replied extends ApiResponse,
  Allowed extends Access,
  Context,
> {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** As OpenAPI writes it: `/v1/documents/{id}`. */
  readonly path: `/v1/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly scope: Allowed;
  readonly params?: Params;
  readonly query?: Query;
  /** The JSON body. */
  readonly body?: Body;
  /** The form's fields beside the one `file`, for a `multipart/form-data` body. */
  readonly multipart?: Form;
  /** Most bytes of a JSON body, where it is not the usual limit. */
  readonly bodyLimit?: (limits: Limits) => number;
  /** Most bytes of the form's file, where it is not the usual limit. */
  readonly fileLimit?: (limits: Limits) => number;
  /** Status of a success; unset: 200. */
  readonly status?: 200 | 201 | 202;
  /** Whether it takes an `Idempotency-Key`; unset: when it is a POST that creates or enqueues, with the status 201 or 202. */
  readonly idempotent?: boolean;
  /** Whether it may keep the database busy for seconds: an organization has a few such requests at once. */
  readonly isExpensive?: boolean;
  readonly response: Replied;
  /** Data of the server-sent events that it may send instead of its response, where the request asks for them. */
  readonly events?: Schema;
  /** Whether the response is sent without the envelope: it has the form of another API. */
  readonly isBare?: boolean;
  /** Requests of that API which are not served, as `POST /v1/files`, each with a sentence on what does the same here. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Adds the fields that errors have in that API. */
  readonly presentError?: PresentError;
  /** The codes that it may return beside those of the framework. */
  readonly errors: readonly ErrorCode[];
  /** Codes of wrong requests; unset: INVALID_REQUEST. */
  readonly invalid?: InvalidCodes;
  /** Code of an unexpected failure, or of one of an outside service; unset: INTERNAL_ERROR. */
  readonly failed?: ErrorCode;
  readonly handle: (
    input: Input<Parsed<Params>, Parsed<Query>, Parsed<Body>, Parsed<Form>, Allowed>,
    context: Context,
  ) => Promise<Result<Replied> | EventsResponse>;
}

/** Additions of an error in another API's form to the envelope: its status, fields of the body, and fields of `error`. */
interface ErrorForm {
  readonly status?: number;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly error?: Readonly<Record<string, unknown>>;
}

/** Presents an error in another API's form; `authorization` is that header of the request. */
export type PresentError = (error: EdgeError, authorization: string | undefined) => ErrorForm;

type AnyInput = Input<unknown, unknown, unknown, unknown>;

type AnyDefinition<Context> = RouteDefinition<
  Schema | undefined,
  Schema | undefined,
  Schema | undefined,
  Schema | undefined,
  ApiResponse,
  Access,
  Context
>;

/** Fields of a route that its definition may leave out. */
const defaults = { status: 200, invalid: { default: 'INVALID_REQUEST' }, failed: 'INTERNAL_ERROR' } as const;

/** An element of the list of routes: a route without the types of its input, which runs with a `Context`. */
export interface Route<Context>
  extends Omit<AnyDefinition<Context>, 'handle' | keyof typeof defaults>,
    Required<Pick<AnyDefinition<Context>, keyof typeof defaults>> {
  handle(
    input: AnyInput,
    context: Context,
  ): Promise<Result<Schema> | FileResponse | PageResponse | EventsResponse>;
}

/** Returns a function that infers a route's types from its schemas, then forgets them so that routes share a list. */
export const routeFor =
  <Context>() =>
  <
    Replied extends ApiResponse,
    Allowed extends Access,
    Params extends Schema | undefined = undefined,
    Query extends Schema | undefined = undefined,
    Body extends Schema | undefined = undefined,
    Form extends Schema | undefined = undefined,
  >(
    definition: RouteDefinition<Params, Query, Body, Form, Replied, Allowed, Context>,
  ): Route<Context> =>
    // serve() parses with these very schemas before it calls handle.
    ({ ...defaults, ...definition }) as unknown as Route<Context>;
