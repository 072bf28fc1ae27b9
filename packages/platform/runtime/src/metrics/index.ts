export { createMetrics, type MetricDescription, type Metrics, type MetricValues } from './create-metrics.ts';
export type { BacklogClass, FleetState, QueueState } from './fleet-metrics.ts';
export type { EgressExchange, HttpExchange, ProviderCall } from './provider-metrics.ts';
export type {
  ChannelOutcome,
  ConverterEnd,
  JobAttempt,
  JudgeOutcome,
  NotificationOutcome,
  WebhookAttempt,
} from './work-metrics.ts';
