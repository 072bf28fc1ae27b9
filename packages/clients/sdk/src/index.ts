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
export type { ClientOptions, Input, Method, Output, Paged, RequestOptions, StreamMethod } from './method.ts';
export { operations } from './operations.ts';
export { type VerifyWebhookInput, verifyWebhook, type WebhookEvent } from './verify-webhook.ts';
export { hasRunEnded, type RunToWaitFor, type WaitForRunOptions } from './wait-for-run.ts';
