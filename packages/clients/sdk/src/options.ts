/** How a client reaches the service. */
export interface ClientOptions {
  /** The gateway's address, as `https://docfleet.example.com`; a path in it is kept. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Sent as X-Tenant-Id with every request that names no other. */
  readonly tenantId?: string;
  /** How often a request is repeated when it may succeed then; 4 by default. */
  readonly maxRetries?: number;
  /** The longest wait before the first repetition, doubled with each, in milliseconds; 500 by default. */
  readonly retryDelayMs?: number;
  /** How long one attempt may take, in milliseconds; a minute by default, and ten for files. */
  readonly timeoutMs?: number;
  /** Ends every call that names no signal of its own. */
  readonly signal?: AbortSignal;
  /** What requests are sent with; the runtime's `fetch` by default. */
  readonly fetch?: typeof fetch;
}

/** What one call does differently. */
export interface RequestOptions {
  /** Another tenant than the client's; null: none, which reaches the data of all. Undefined is refused where the client has none either. */
  readonly tenantId?: string | null;
  /** One of your own, so that the same request can be repeated later; a new one for each call by default. */
  readonly idempotencyKey?: string;
  readonly maxRetries?: number;
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs?: number;
  /** How long the call may take with all its repetitions, in milliseconds; without a limit by default. */
  readonly deadlineMs?: number;
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}
