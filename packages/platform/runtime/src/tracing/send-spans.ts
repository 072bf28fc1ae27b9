import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type Logger, serviceOf } from '../logging/index.ts';

const exportTimeoutMs = 5_000;
/** Export interval in milliseconds: the spans that a crash may lose. */
const exportEveryMs = 1_000;

/** A collector that refuses does so every second: one line of the log stands for the refusals of ten minutes. */
const reportEveryMs = 600_000;

export interface Collector {
  /** Address that traces are posted to. */
  readonly address: string;
  /** Share of the traces that is recorded, 0 to 1. */
  readonly share: number;
  /** Attributes of the process, in place of docfleet's own. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Wraps an exporter so that its failures are logged with the address, without credentials in it. */
function reportFailures(exporter: SpanExporter, address: string, logger: Logger): SpanExporter {
  const { origin, pathname } = new URL(address);
  let lost = 0;
  let quietUntil = 0;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) {
          lost += spans.length;
          if (Date.now() >= quietUntil) {
            const { name, message, ...details } = result.error;
            const status = (details as { code?: unknown }).code;
            logger.warn(
              { collector: `${origin}${pathname}`, status, reason: `${name}: ${message}`, lostSpans: lost },
              'the collector of traces takes none: spans are lost',
            );
            quietUntil = Date.now() + reportEveryMs;
            lost = 0;
          }
        }
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/**
 * Has spans recorded and sent from now on, for the whole process; returns what sends the rest and ends it. Which traces are recorded is
 * decided by their id, so that all processes decide alike, regardless of the caller's flag. A collector that is unavailable costs spans,
 * nothing else.
 */
export function sendSpans({ address, share, attributes }: Collector, logger: Logger): () => Promise<void> {
  const sender = new OTLPTraceExporter({ url: address, timeoutMillis: exportTimeoutMs });
  const exporter = reportFailures(sender, address, logger);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceOf(logger),
      'service.namespace': 'docfleet',
      ...attributes,
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
