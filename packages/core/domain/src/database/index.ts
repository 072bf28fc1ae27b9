/** The part of the database package that users of the domain need. */
export {
  ApiKeyScope,
  type AuditEventModel,
  ConnectionStatus,
  type ConversionModel,
  createPrimaryReader,
  createReplicaReader,
  type Database,
  type DocumentModel,
  DocumentStage,
  DocumentStatus,
  EvaluationStatus,
  findPoolerFaults,
  findServerFaults,
  GoldenQuestionStatus,
  IngestJobRunStatus,
  isDatabaseUnavailable,
  isStatementLost,
  isStatementTimeout,
  type ListReader,
  ModelPurpose,
  OcrStrategy,
  openDatabase,
  poolerAdvice,
  SyncFrequency,
  WebhookDeliveryStatus,
  WebhookEventType,
  WebhookRetryPolicy,
  WebhookStatus,
} from '@docfleet/database';
export { failureOf } from './failure-of.ts';
export { createId, isId } from './identifier.ts';
export { jsonObject } from './json-object.ts';
