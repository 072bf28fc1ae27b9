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
