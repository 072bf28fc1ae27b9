import { connectorOperations, type Operations } from './generated/api.ts';

/** Every operation of the API by the name of its method: `client.namespaces.create` is `POST /v1/namespaces`. */
export const operations = {
  namespaces: {
    /** Creates a namespace; its stores and model are tried first unless `validate` is false. */
    create: 'POST /v1/namespaces',
    /** Tries configurations out and keeps nothing. */
    check: 'POST /v1/namespaces/check',
    list: 'GET /v1/namespaces',
    get: 'GET /v1/namespaces/{namespaceId}',
    /** Returns the state of a namespace: waiting and failed documents with reasons, and the activity by the hour. */
    overview: 'GET /v1/namespaces/{namespaceId}/overview',
    notifications: 'GET /v1/namespaces/{namespaceId}/notifications',
    /** Changes the configurations of a namespace; another model or vector store takes `reembed`. */
    update: 'PATCH /v1/namespaces/{namespaceId}',
    /** Deletes a namespace with all that is in it. */
    delete: 'DELETE /v1/namespaces/{namespaceId}',
  },
  providers: {
    /** Lists the providers that namespaces can use, with the fields of their configurations. */
    list: 'GET /v1/providers',
  },
  ingest: {
    text: 'POST /v1/ingest/text',
    /** Uploads a file; a blob or stream is sent piece by piece where the runtime can. */
    file: 'POST /v1/ingest/file',
    urls: 'POST /v1/ingest/urls',
    youtube: 'POST /v1/ingest/youtube',
    sitemap: 'POST /v1/ingest/sitemap',
    website: 'POST /v1/ingest/website',
    /** Estimates an ingestion, and ingests nothing. */
    estimate: 'POST /v1/ingest/estimate',
    /** Estimates the ingestion of a file, and ingests nothing. */
    estimateFile: 'POST /v1/ingest/estimate/file',
    ...connectorOperations,
  },
  convert: {
    /** Converts a file to Markdown and keeps nothing of it. */
    file: 'POST /v1/convert/file',
  },
  runs: {
    list: 'POST /v1/ingest-job-runs',
    get: 'GET /v1/ingest-job-runs/{ingestJobRunId}',
    /** Follows a run: returns its state at once and whenever it has changed, until it has ended or five minutes are over. */
    events: 'GET /v1/ingest-job-runs/{ingestJobRunId}/events',
    /** Cancels what a run has not begun yet. */
    cancel: 'POST /v1/ingest-job-runs/{ingestJobRunId}/cancel',
    /** Confirms what a sync is about to delete. */
    confirm: 'POST /v1/ingest-job-runs/{ingestJobRunId}/confirm',
  },
  documents: {
    list: 'POST /v1/documents',
    /** Returns one document, with what to do about its error. */
    get: 'GET /v1/documents/{documentId}',
    /** Returns the transitions of a document, the oldest first. */
    timeline: 'GET /v1/documents/{documentId}/timeline',
    /** Returns what searches see of a document, piece by piece. */
    chunks: 'GET /v1/documents/{documentId}/chunks',
    updateMetadata: 'PATCH /v1/documents',
    /** Deletes the documents that the filter finds; an empty filter takes `all`. */
    delete: 'DELETE /v1/documents',
    /** Replaces the content of one document. */
    updateContent: 'PATCH /v1/documents/{documentId}',
    resync: 'POST /v1/documents/resync',
    /** Sets how often documents are fetched again. */
    schedule: 'POST /v1/documents/schedule',
    /** Returns the stored content of a document, as a Response to stream or read. */
    content: 'GET /v1/documents/{documentId}/content',
  },
  files: {
    /** Returns the file behind a link's token, as a Response to stream or read. */
    download: 'GET /v1/file-links/{token}',
  },
  search: {
    semantic: 'POST /v1/search',
    hybrid: 'POST /v1/search/hybrid',
  },
  answers: {
    /** Answers a question from the documents, with verified citations; `stream` does so sentence by sentence. */
    create: 'POST /v1/answer',
  },
  goldenSets: {
    create: 'POST /v1/namespaces/{namespaceId}/golden-sets',
    list: 'GET /v1/namespaces/{namespaceId}/golden-sets',
    get: 'GET /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}',
    update: 'PATCH /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}',
    /** Deletes a golden set with its questions and evaluations. */
    delete: 'DELETE /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}',
    /** Writes up to 1,000 questions; one that the set has already is replaced. */
    writeQuestions: 'POST /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions',
    /** Writes the questions of a file of JSON lines: all of them, or none. */
    importQuestions: 'POST /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/import',
    questions: 'GET /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions',
    updateQuestion: 'PATCH /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/{questionId}',
    deleteQuestion: 'DELETE /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/{questionId}',
    /** Has the chat model write candidate questions about passages drawn at random. */
    generateCandidates: 'POST /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/candidates',
  },
  evaluations: {
    /** Starts an evaluation of the searches of a namespace with a golden set, also of another namespace; `get` returns its progress. */
    create: 'POST /v1/namespaces/{namespaceId}/evaluations',
    list: 'GET /v1/namespaces/{namespaceId}/evaluations',
    get: 'GET /v1/namespaces/{namespaceId}/evaluations/{evaluationId}',
    cancel: 'POST /v1/namespaces/{namespaceId}/evaluations/{evaluationId}/cancel',
    /** Lists the results, question by question. */
    results: 'GET /v1/namespaces/{namespaceId}/evaluations/{evaluationId}/results',
    /** Compares with another evaluation, question by question. */
    compare: 'GET /v1/namespaces/{namespaceId}/evaluations/{evaluationId}/comparison',
  },
  apiKeys: {
    /** Creates a key; no other answer shows it. */
    create: 'POST /v1/api-keys',
    list: 'GET /v1/api-keys',
    /** Returns the client's own key with its permissions. */
    current: 'GET /v1/api-keys/current',
    rotate: 'POST /v1/api-keys/{apiKeyId}/rotate',
    revoke: 'DELETE /v1/api-keys/{apiKeyId}',
  },
  usage: {
    /** Returns the ingested amounts, by day and namespace. */
    get: 'GET /v1/usage',
  },
  auditEvents: {
    list: 'GET /v1/audit-events',
  },
  connections: {
    /** Creates a connection and returns the address at which its user agrees to it. */
    create: 'POST /v1/connections',
    /** Opens a connection, or asks a vendor whether it knows the OAuth client of a connector; nothing is ingested. */
    check: 'POST /v1/connections/check',
    list: 'GET /v1/connections',
    get: 'GET /v1/connections/{connectionId}',
    choices: 'GET /v1/connections/{connectionId}/choices',
    update: 'PATCH /v1/connections/{connectionId}',
    revoke: 'POST /v1/connections/{connectionId}/revoke',
    delete: 'DELETE /v1/connections/{connectionId}',
    /**
     * Completes a consent with the parameters that the vendor added to the redirect URL, for applications that serve that URL themselves.
     */
    callback: 'GET /v1/connections/callback',
  },
  webhooks: {
    /** Creates a webhook; its signing key is shown here and after a rotation. */
    create: 'POST /v1/webhooks',
    list: 'GET /v1/webhooks',
    get: 'GET /v1/webhooks/{webhookId}',
    update: 'PATCH /v1/webhooks/{webhookId}',
    delete: 'DELETE /v1/webhooks/{webhookId}',
    test: 'POST /v1/webhooks/{webhookId}/test',
    rotateKey: 'POST /v1/webhooks/{webhookId}/rotate-key',
    listDeliveries: 'GET /v1/webhooks/{webhookId}/deliveries',
    getDelivery: 'GET /v1/webhooks/{webhookId}/deliveries/{deliveryId}',
    replayDelivery: 'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, keyof Operations>>>>;

/** Name of the field that holds the items of a page, for each operation that returns pages. */
export const pagedItems = {
  'POST /v1/ingest-job-runs': 'ingestJobRuns',
  'POST /v1/documents': 'documents',
  'GET /v1/documents/{documentId}/chunks': 'chunks',
  'GET /v1/api-keys': 'apiKeys',
  'GET /v1/audit-events': 'auditEvents',
  'GET /v1/connections': 'connections',
  'GET /v1/webhooks/{webhookId}/deliveries': 'deliveries',
  'GET /v1/namespaces/{namespaceId}/golden-sets': 'goldenSets',
  'GET /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions': 'questions',
  'GET /v1/namespaces/{namespaceId}/evaluations': 'evaluations',
  'GET /v1/namespaces/{namespaceId}/evaluations/{evaluationId}/results': 'results',
  'POST /v1/search': 'results',
  'POST /v1/search/hybrid': 'results',
} as const satisfies Partial<Readonly<Record<keyof Operations, string>>>;

/** A repetition would do something else than the first time, as use a state that is used, or cost as much again, as a model's answer. */
export const notRepeatable: ReadonlySet<keyof Operations> = new Set([
  'GET /v1/connections/callback',
  'POST /v1/answer',
]);

/** Timeout of one attempt in milliseconds, for operations that differ from the default: a model on a processor needs minutes. */
export const timeouts: Partial<Readonly<Record<keyof Operations, number>>> = { 'POST /v1/answer': 300_000 };
