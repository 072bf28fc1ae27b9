import { Counter, Histogram, type Registry } from 'prom-client';

const outcomes = ['done', 'postponed', 'retried', 'exhausted'] as const;

/** One attempt at a job that has ended. */
export interface JobAttempt {
  readonly queue: string;
  /** `postponed` work could not begin here and now; `retried` work is attempted again, `exhausted` work is not. */
  readonly outcome: (typeof outcomes)[number];
  /** Milliseconds from when the job could have been taken to when it was; undefined for later attempts. */
  readonly waitMs: number | undefined;
  readonly durationMs: number;
}

const seconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

export function createJobMetrics(registry: Registry) {
  const attempts = new Counter({
    name: 'docfleet_job_attempts_total',
    help: 'Ended attempts at jobs: done, postponed (could not begin yet), retried or exhausted',
    labelNames: ['queue', 'outcome'],
    registers: [registry],
  });
  const wait = new Histogram({
    name: 'docfleet_job_wait_seconds',
    help: 'From the queueing of a job to its first attempt',
    labelNames: ['queue'],
    buckets: [...seconds, 3_600],
    registers: [registry],
  });
  const processing = new Histogram({
    name: 'docfleet_job_processing_seconds',
    help: 'Duration of an attempt at a job, without postponed ones',
    labelNames: ['queue'],
    buckets: seconds,
    registers: [registry],
  });
  return {
    jobAttempted({ queue, outcome, waitMs, durationMs }: JobAttempt): void {
      // Prometheus sees a change where it saw a number before: what seldom happens has to be there as 0.
      for (const one of outcomes) attempts.inc({ queue, outcome: one }, one === outcome ? 1 : 0);
      if (waitMs !== undefined) wait.observe({ queue }, waitMs / 1_000);
      if (outcome !== 'postponed') processing.observe({ queue }, durationMs / 1_000);
    },
  };
}

const converterEnds = ['memory', 'time', 'crash', 'aborted', 'grown', 'closed', 'not-started'] as const;
const channelOutcomes = ['created', 'renewed', 'removed', 'refused', 'failed'] as const;
const notificationOutcomes = ['requested', 'repeated', 'ignored', 'token', 'forged', 'unknown'] as const;
const judgeOutcomes = ['judged', 'failed', 'late', 'unreadable'] as const;
const webhookOutcomes = ['delivered', 'refused', 'unreachable'] as const;

/** A child process that read files and was ended, or ended itself. */
export type ConverterEnd = (typeof converterEnds)[number];

/** Outcome of an operation on a channel through which a vendor reports changes. */
export type ChannelOutcome = (typeof channelOutcomes)[number];
/** Outcome of a request to a channel's address. */
export type NotificationOutcome = (typeof notificationOutcomes)[number];

/** Outcome of a request to the second judge of an answer. */
export type JudgeOutcome = (typeof judgeOutcomes)[number];

/** Outcome and duration of one webhook request. */
export interface WebhookAttempt {
  readonly outcome: (typeof webhookOutcomes)[number];
  readonly durationMs: number;
}

function createWebhookMetrics(registry: Registry) {
  const deliveries = new Counter({
    name: 'docfleet_webhook_attempts_total',
    help: 'Requests to webhooks: delivered (2xx), refused (any other status) or unreachable',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const deliverySeconds = new Histogram({
    name: 'docfleet_webhook_attempt_seconds',
    help: 'Duration of a request to a webhook',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  for (const outcome of webhookOutcomes) deliveries.inc({ outcome }, 0);
  return {
    webhookAttempted({ outcome, durationMs }: WebhookAttempt): void {
      deliveries.inc({ outcome });
      deliverySeconds.observe(durationMs / 1_000);
    },
  };
}

function createPushMetrics(registry: Registry) {
  const channels = new Counter({
    name: 'docfleet_connector_channels_total',
    help: 'Channels on which vendors report changes: created, renewed, removed, refused (a permission or setting is missing) or failed (to be retried)',
    labelNames: ['connector', 'outcome'],
    registers: [registry],
  });
  const notifications = new Counter({
    name: 'docfleet_connector_notifications_total',
    help: 'Notifications of vendors: requested (a sync), repeated (requested already, or none scheduled), ignored (nothing to do), token (a secret to verify with), forged (wrong signature) or unknown (no such channel)',
    labelNames: ['connector', 'outcome'],
    registers: [registry],
  });
  return {
    channelChanged: (connector: string, outcome: ChannelOutcome): void =>
      channels.inc({ connector, outcome }),
    notificationReceived: (connector: string, outcome: NotificationOutcome): void =>
      notifications.inc({ connector, outcome }),
  };
}

/**
 * Metrics of services besides their jobs. Rare events are exported as 0 before they happen: Prometheus sees a change where there was a
 * number.
 */
export function createWorkMetrics(registry: Registry) {
  const fill = new Histogram({
    name: 'docfleet_embedding_batch_fill_ratio',
    help: 'Used share of what a request to a model may hold, in texts or tokens, whichever is nearer to its limit',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1],
    registers: [registry],
  });
  const texts = new Counter({
    name: 'docfleet_embedding_texts_total',
    help: 'Texts of documents sent to a model',
    registers: [registry],
  });
  const kills = new Counter({
    name: 'docfleet_converter_ends_total',
    help: 'Child processes of the parser that ended: by memory, time, crash, aborted (no caller waits), grown (replaced by a fresh one), closed (with the parser) or not-started',
    labelNames: ['reason'],
    registers: [registry],
  });
  const judgments = new Counter({
    name: 'docfleet_answer_judgments_total',
    help: 'Requests to the second judge of an answer: judged, failed, late, or unreadable (it wrote no verdict); all but the first confirm nothing',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of judgeOutcomes) judgments.inc({ outcome }, 0);
  const webhooks = createWebhookMetrics(registry);
  const renewals = new Counter({
    name: 'docfleet_token_renewals_total',
    help: 'Renewals of access tokens of connections: renewed, ended (its user has to authorize again) or failed (to be retried)',
    labelNames: ['connector', 'outcome'],
    registers: [registry],
  });
  for (const reason of converterEnds) kills.inc({ reason }, 0);
  return {
    ...webhooks,
    ...createPushMetrics(registry),
    /** Records the size of a request in texts, and the share (0..1) of the maximum that it used. */
    batchSent(textsInIt: number, ratio: number): void {
      texts.inc(textsInIt);
      fill.observe(Math.min(ratio, 1));
    },
    answerJudged: (outcome: JudgeOutcome): void => judgments.inc({ outcome }),
    converterEnded: (reason: ConverterEnd): void => kills.inc({ reason }),
    tokenRenewed: (connector: string, outcome: 'renewed' | 'ended' | 'failed'): void =>
      renewals.inc({ connector, outcome }),
  };
}
