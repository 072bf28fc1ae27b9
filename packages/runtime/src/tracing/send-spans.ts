import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { type Logger, serviceOf } from '../logging/index.ts';

const exportTimeoutMs = 5_000;
/** What a crash may lose. */
const exportEveryMs = 1_000;

export interface Collector {
  /** Without `/v1/traces`. */
  readonly endpoint: string;
  /** Share of the traces that is recorded, 0 to 1. */
  readonly share: number;
}

/**
 * Has spans recorded and sent from now on, for the whole process; returns what sends the rest and ends it. Which traces are recorded is
 * decided by their id, so that all processes decide alike, whatever a caller asks for. A collector that is unavailable costs spans, nothing else.
 */
export function sendSpans({ endpoint, share }: Collector, logger: Logger): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceOf(logger),
      'service.namespace': 'docfleet',
    }),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportEveryMs })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    await provider
      .shutdown()
      .catch((error: unknown) => logger.warn({ error }, 'the last spans were not collected'));
    trace.disable();
    context.disable();
  };
}
