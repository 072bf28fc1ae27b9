export { type AnswerLimit, atMost, defaultLimit, eventsInSlices, streamLimit } from './answer-limit.ts';
export {
  commonVerdicts,
  concernOf,
  connectionError,
  parseJson,
  type RefusalFields,
  type RefusalNote,
  readRefusal,
  refusalError,
  type StatusSubject,
  subjectOfStatus,
  unreadable,
  VendorRefusal,
  type Verdict,
  type Verdicts,
} from './refusal.ts';
export {
  apiKey,
  baseUrl,
  createRegistry,
  type OperatorSettings,
  type Provider,
  providersOf,
  readSettings,
} from './registry.ts';
export { readBody, requestInTime, vendorFetch } from './vendor-fetch.ts';
