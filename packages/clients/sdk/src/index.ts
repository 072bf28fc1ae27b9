export {
  createDocfleetClient,
  type DocfleetClient,
} from './client.ts';
export { DocfleetError, type DocfleetErrorCode } from './docfleet-error.ts';
export type { FileContent, FileInput } from './file-input.ts';
export type * from './generated/api.ts';
export {
  connectorFacts,
  connectors,
  documentStatuses,
  documentTypes,
  embeddingProviders,
  ingestionSources,
  ingestJobRunStatuses,
  sourceFilterFields,
} from './generated/api.ts';
export type { Input, Method, Output, Paged, StreamMethod } from './method.ts';
export { operations } from './operations.ts';
export type { ClientOptions, RequestOptions } from './options.ts';
export { type VerifyWebhookInput, verifyWebhook, type WebhookEvent } from './verify-webhook.ts';
export type { RunToWaitFor, WaitForRunOptions } from './wait-for-run.ts';
export { hasRunEnded } from './wait-for-run.ts';
