export { createMetrics, type MetricDescription, type Metrics, type MetricValues } from './create-metrics.ts';
export type { BacklogClass, FleetState, QueueState } from './fleet-metrics.ts';
export type { HttpExchange } from './http-metrics.ts';
export type { JobAttempt } from './job-metrics.ts';
export type { EgressExchange, ProviderCall } from './provider-metrics.ts';
export type {
  ChannelOutcome,
  ConverterEnd,
  JudgeOutcome,
  NotificationOutcome,
  WebhookAttempt,
} from './work-metrics.ts';
