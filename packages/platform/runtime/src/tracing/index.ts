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

/** Settings by their names in OpenTelemetry's specification. */
export interface TracingSettings {
  /** Collector of traces, without `/v1/traces`; unset: they are not made. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** Whole address for traces. */
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_SDK_DISABLED?: boolean;
  readonly OTEL_TRACES_EXPORTER?: string;
  /** Share of the traces that is recorded, 0 to 1. */
  readonly OTEL_TRACES_SAMPLER_ARG: number;
  readonly OTEL_SERVICE_NAME?: string | undefined;
  readonly OTEL_RESOURCE_ATTRIBUTES?: Readonly<Record<string, string>> | undefined;
}

/** The address that traces are sent to; undefined where settings ask for none. */
function addressOf(settings: TracingSettings, logger: Logger): string | undefined {
  const { OTEL_TRACES_EXPORTER: exporters = 'otlp', OTEL_SDK_DISABLED: isDisabled = false } = settings;
  if (isDisabled || exporters === 'none') return undefined;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings;
  const address = whole ?? (base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`);
  if (address === undefined || exporters.split(',').some((name) => name.trim() === 'otlp')) return address;
  logger.warn({ exporters }, 'OTEL_TRACES_EXPORTER names no exporter that is supported: no traces are made');
  return undefined;
}

/** Has spans recorded from now on, for the whole process, where a collector is configured; returns what sends the rest and ends it. */
export async function startTracing(settings: TracingSettings, logger: Logger): Promise<() => Promise<void>> {
  const address = addressOf(settings, logger);
  if (address === undefined) return async () => undefined;
  // Loaded only where it is used: the SDK is two hundred modules.
  const { sendSpans } = await import('./send-spans.ts');
  const name = settings.OTEL_SERVICE_NAME;
  const attributes = {
    ...settings.OTEL_RESOURCE_ATTRIBUTES,
    ...(name === undefined ? {} : { 'service.name': name }),
  };
  return sendSpans({ address, share: settings.OTEL_TRACES_SAMPLER_ARG, attributes }, logger);
}
