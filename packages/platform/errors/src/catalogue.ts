/** Errors in the terms that callers act on: the gateway maps them to a status, workers to a retry or a final failure. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'too-large'
  | 'unsupported-media'
  | 'rate-limited'
  | 'internal'
  | 'upstream'
  | 'unavailable'
  | 'timeout';

/** Every error code the fleet can raise. Codes are public API: add, never rename. */
export const errorCatalogue = {
  UNAUTHORIZED: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  INVALID_REQUEST: 'invalid',
  NOT_FOUND: 'not-found',
  METHOD_NOT_ALLOWED: 'method-not-allowed',
  PAYLOAD_TOO_LARGE: 'too-large',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported-media',
  RATE_LIMIT_EXCEEDED: 'rate-limited',
  IDEMPOTENCY_KEY_REUSED: 'conflict',
  IDEMPOTENCY_KEY_IN_USE: 'conflict',
  SERVICE_UNAVAILABLE: 'unavailable',
  INTERNAL_ERROR: 'internal',

  API_KEY_NOT_FOUND: 'not-found',
  API_KEY_CONFLICT: 'conflict',

  NAMESPACE_NOT_FOUND: 'not-found',
  NAMESPACE_ALREADY_EXISTS: 'conflict',
  NAMESPACE_CONFLICT: 'conflict',

  INVALID_INGEST_CONFIG: 'invalid',
  INVALID_CHUNK_CONFIG: 'invalid',
  INVALID_OCR_CONFIG: 'invalid',
  INVALID_SCRAPE_OPTIONS: 'invalid',
  WEB_SCRAPER_CONFIG_NOT_SET: 'invalid',
  INGEST_JOB_RUN_NOT_FOUND: 'not-found',
  INGESTION_FAILED: 'internal',
  FILE_TOO_LARGE: 'too-large',

  CONVERT_FILE_FAILED: 'internal',
  REQUEST_TIMEOUT: 'timeout',

  INVALID_SEARCH_REQUEST: 'invalid',
  INVALID_HYBRID_CONFIG: 'invalid',
  SEARCH_FAILED: 'internal',
  /** Neither the namespace nor the operator has a chat model. */
  CHAT_MODEL_NOT_SET: 'invalid',
  ANSWER_FAILED: 'internal',
  /** A namespace's chat models have reached their monthly limit. */
  SPENDING_LIMIT_REACHED: 'rate-limited',

  GOLDEN_SET_NOT_FOUND: 'not-found',
  GOLDEN_SET_CONFLICT: 'conflict',
  GOLDEN_QUESTION_NOT_FOUND: 'not-found',
  EVALUATION_NOT_FOUND: 'not-found',
  EVALUATION_CONFLICT: 'conflict',

  CONNECTION_NOT_FOUND: 'not-found',
  CREATE_CONNECTION_FAILED: 'internal',
  FETCH_CONNECTIONS_FAILED: 'internal',

  WEBHOOK_NOT_FOUND: 'not-found',
  WEBHOOK_DELIVERY_NOT_FOUND: 'not-found',
  WEBHOOK_LIMIT_REACHED: 'conflict',
  /** The organization has as many of something as one may have. */
  ORGANIZATION_LIMIT_REACHED: 'conflict',
  /** The organization, the namespace or the tenant stores as much as it may. */
  QUOTA_EXCEEDED: 'conflict',
  WEBHOOK_DISABLED: 'conflict',

  DOCUMENTS_NOT_FOUND: 'not-found',
  INVALID_FILTER_CONFIG: 'invalid',
  UPDATE_DOCUMENTS_FAILED: 'internal',
  DELETE_DOCUMENTS_FAILED: 'internal',
  UPDATE_DOCUMENT_CONTENT_FAILED: 'internal',
  RESYNC_DOCUMENTS_FAILED: 'internal',
  SCHEDULE_DOCUMENTS_FAILED: 'internal',

  /** A document's own fault: another attempt would end the same way. */
  DOCUMENT_EMPTY: 'invalid',
  DOCUMENT_UNREADABLE: 'invalid',
  DOCUMENT_CRASHED_WORKER: 'invalid',
  DOCUMENT_ENCRYPTED: 'invalid',
  /** It would need more time, memory or output than a document may take: a bomb, or simply huge. */
  DOCUMENT_TOO_COMPLEX: 'invalid',
  /** A program that this machine lacks would be needed; its name is in the sentence. */
  SYSTEM_PROGRAM_MISSING: 'invalid',
  UNSUPPORTED_FILE_TYPE: 'unsupported-media',

  /** A permanent refusal of a provider: a bad key, a missing bucket, a wrong dimension. `details.setting` names what to correct. */
  PROVIDER_REJECTED: 'invalid',
  /** A provider throttles. `details.retryAfterMs` is its Retry-After, where it sent one. */
  PROVIDER_RATE_LIMITED: 'rate-limited',
  /** A provider did not respond, or responded that it is unavailable. */
  PROVIDER_UNAVAILABLE: 'upstream',
  /** A page could not be read whole: its server is not found, silent, slow or broken. `details.reason` says which. */
  PAGE_UNREACHABLE: 'upstream',
  /** A page is longer than pages may be, decompressed. */
  PAGE_TOO_LARGE: 'invalid',
  /** A page is compressed in a way that cannot, or must not, be undone. */
  PAGE_UNREADABLE: 'invalid',
  /** Redirects that go round in circles, on and on, or nowhere. */
  PAGE_REDIRECT_FAILED: 'invalid',
  /** Its server says that there is no such page, or no longer. */
  PAGE_NOT_FOUND: 'invalid',
  /** Its server, or the scraping provider, does not show the page to us; `details.status` is the server's. */
  PAGE_FORBIDDEN: 'invalid',
  /** robots.txt asks not to be visited. */
  PAGE_BLOCKED_BY_ROBOTS: 'invalid',
  /** Its server is unavailable or throttles: `details.retryAfterMs`, where it sent one. */
  PAGE_UNAVAILABLE: 'upstream',
  /** Nothing is left of the page: it is blank, or no element matches the selectors. */
  PAGE_EMPTY: 'invalid',
  /** The vendor does not accept the connection's token, nor a fresh one, or it lacks a scope; `details.reason` says which. */
  CONNECTION_UNAUTHORIZED: 'invalid',
  /** Gone at its vendor, or no longer shared with the connection. */
  ITEM_NOT_FOUND: 'invalid',
  /** The connection may see that it is there, and not read it. */
  ITEM_FORBIDDEN: 'invalid',
  /** Nothing that could be read: a folder, a link, a format that its vendor does not hand out. */
  ITEM_UNSUPPORTED: 'invalid',
  /** The vendor no longer knows where the last sync ended: everything has to be listed again. */
  CURSOR_EXPIRED: 'conflict',
  /** A vendor's listing repeats its pages forever, so that absence from it proves nothing. */
  LISTING_ENDLESS: 'invalid',
  /** An address that the operator does not let the fleet connect to. */
  ADDRESS_FORBIDDEN: 'invalid',
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Tests whether a stored text is a code of this version. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);
