import type { Logger } from '../logging/index.ts';

export {
  currentTraceparent,
  type RemoteSpanOptions,
  type Span,
  type SpanOptions,
  startRemoteSpan,
  withRemoteSpan,
  withSpan,
} from './span.ts';

export interface TracingSettings {
  /** Where traces are collected, without `/v1/traces`; unset: they are not made. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** Share of the traces that is recorded, 0 to 1. */
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/** Has spans recorded from now on, for the whole process, where a collector is configured; returns what sends the rest and ends it. */
export async function startTracing(settings: TracingSettings, logger: Logger): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = settings;
  if (endpoint === undefined) return async () => undefined;
  // Loaded only where it is used: the SDK is two hundred modules.
  const { sendSpans } = await import('./send-spans.ts');
  return sendSpans({ endpoint, share }, logger);
}
