import type { FileInput } from './file-input.ts';
import type { ChunkConfig, Metadata, Operations } from './generated/api.ts';
import type { pagedItems } from './operations.ts';

/** Options of a client: the service, the credentials, and the defaults of its requests. */
export interface ClientOptions {
  /** The gateway's address, as `https://docfleet.example.com`; a path in it is kept. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Sent as X-Tenant-Id with every request that names no other. */
  readonly tenantId?: string;
  /** Maximum number of repetitions of a request that failed for a reason that may pass; 4 by default. */
  readonly maxRetries?: number;
  /** The longest wait before the first repetition, doubled with each, in milliseconds; 500 by default. */
  readonly retryDelayMs?: number;
  /** Timeout of one attempt in milliseconds; one minute by default, and ten minutes for files. */
  readonly timeoutMs?: number;
  /** Ends every call that names no signal of its own. */
  readonly signal?: AbortSignal;
  /** Function that sends requests; the runtime's `fetch` by default. */
  readonly fetch?: typeof fetch;
}

/** Options of one call, which replace those of the client. */
export interface RequestOptions {
  /** Another tenant than the client's; null: none, which reaches the data of all. Undefined is refused where the client has none either. */
  readonly tenantId?: string | null;
  /** One of your own, so that the same request can be repeated later; a new one for each call by default. */
  readonly idempotencyKey?: string;
  readonly maxRetries?: number;
  /** Timeout of one attempt in milliseconds. */
  readonly timeoutMs?: number;
  /** Timeout of the call with all its repetitions in milliseconds; unlimited by default. */
  readonly deadlineMs?: number;
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The name of an operation, as `POST /v1/search`. */
export type OperationName = keyof Operations;

/** Types of the form fields that are sent as JSON: callers pass objects in place of texts. */
interface FormValues {
  readonly file: FileInput;
  readonly config: { readonly name?: string; readonly externalId?: string };
  readonly metadata: Metadata;
  readonly chunkConfig: ChunkConfig;
  readonly ocrConfig: {
    readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR';
    readonly languages?: readonly string[];
  };
}

type FormInput<Fields> = {
  [Name in keyof Fields]: Name extends keyof FormValues ? FormValues[Name] : Fields[Name];
};

/** Input of an operation: the fields of its path, query and body in one object. */
export type Input<Name extends OperationName> = Operations[Name] extends { form: infer Fields }
  ? FormInput<Fields>
  : Operations[Name] extends { input: infer Fields; streamed: unknown }
    ? Omit<Fields, 'stream'>
    : Operations[Name] extends { input: infer Fields }
      ? Fields
      : never;

/** Data of an operation's response, without the envelope. */
export type Output<Name extends OperationName> = Operations[Name] extends { output: infer Data }
  ? Data
  : never;

/** The first page when it is awaited, the items of all pages when it is iterated. */
export type Paged<Page, Item> = Promise<Page> & AsyncIterable<Item>;

type Items = typeof pagedItems;

type ItemOf<Page, Key> = Key extends keyof Page
  ? NonNullable<Page[Key]> extends readonly (infer Item)[]
    ? Item
    : never
  : never;

/** Return type of the method of an operation: a stream of events, pages of items, or a promise of the data. */
type Result<Name extends OperationName> = Operations[Name] extends { event: infer Event }
  ? AsyncIterable<Event>
  : Name extends keyof Items
    ? Paged<Output<Name>, ItemOf<Output<Name>, Items[Name]>>
    : Promise<Output<Name>>;

/** A method of the client. */
export type Method<Name extends OperationName> =
  object extends Input<Name>
    ? (input?: Input<Name>, options?: RequestOptions) => Result<Name>
    : (input: Input<Name>, options?: RequestOptions) => Result<Name>;

/** A method of an operation that responds with events where the request says `stream: true`. */
export type StreamMethod<Name extends OperationName> = Operations[Name] extends { streamed: infer Event }
  ? (input: Input<Name>, options?: RequestOptions) => AsyncIterable<Event>
  : never;
