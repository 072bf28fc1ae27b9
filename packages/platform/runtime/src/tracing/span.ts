import { AppError } from '@docfleet/errors';
import {
  type Attributes,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { withLogContext } from '../logging/index.ts';

/** Form of a trace in headers, rows and jobs: https://www.w3.org/TR/trace-context/#traceparent-header */
const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function writeTraceparent(span: SpanContext | undefined): string | undefined {
  if (!span || !isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** The span that is named; undefined for anything else, which then begins a trace of its own. */
function readTraceparent(text: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = pattern.exec(text ?? '') ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? span : undefined;
}

export interface SpanOptions {
  /** `server` and `consumer` continue a caller's span, `client` waits for another process; unset: internal. */
  readonly kind?: 'server' | 'consumer' | 'client';
  /** Ids, names and numbers: never what a customer wrote, never a secret. */
  readonly attributes?: Attributes;
}

export interface RemoteSpanOptions extends SpanOptions {
  /** The span that caused this one, of another process; without one a trace begins. */
  readonly traceparent: string | undefined;
}

/** A piece of work in a trace. Without a collector it does nothing. */
export interface Span {
  /** Runs `work` so that spans that begin in it, at any depth, belong to this one, and its log lines name the trace. */
  within<Result>(work: () => Result): Result;
  /** Renames the span with details that become known later. */
  describe(name: string, attributes: Attributes): void;
  /** Marks it as failed, by the code of the error: messages may hold customers' data. */
  fail(error: unknown): void;
  end(): void;
}

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const;
const tracerName = 'docfleet';

function open(name: string, { kind, attributes = {} }: SpanOptions, parent = context.active()): Span {
  const options = { kind: kind ? kinds[kind] : SpanKind.INTERNAL, attributes };
  const span = trace.getTracer(tracerName).startSpan(name, options, parent);
  const within = trace.setSpan(parent, span);
  const { traceId } = span.spanContext();
  return {
    within: (work) =>
      context.with(within, () => (span.isRecording() ? withLogContext({ traceId }, work) : work())),
    describe(newName, more) {
      span.updateName(newName);
      span.setAttributes(more);
    },
    fail: (error) => void span.setStatus({ code: SpanStatusCode.ERROR, message: AppError.from(error).code }),
    end: () => span.end(),
  };
}

/** Begins a span where work enters this process: a request, a job. */
export function startRemoteSpan(name: string, { traceparent, ...options }: RemoteSpanOptions): Span {
  const caller = readTraceparent(traceparent);
  return open(name, options, caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT);
}

async function finish<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await span.within(work);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** Does a piece of work in a span of its own, within the one that is under way. */
export const withSpan = <Result>(name: string, options: SpanOptions, work: () => Promise<Result>) =>
  finish(open(name, options), work);

/** Does work that another process asked for in a span of its own. */
export const withRemoteSpan = <Result>(
  name: string,
  options: RemoteSpanOptions,
  work: () => Promise<Result>,
) => finish(startRemoteSpan(name, options), work);

/** The span under way, as it is passed to the next process; undefined without a collector. */
export const currentTraceparent = (): string | undefined =>
  writeTraceparent(trace.getActiveSpan()?.spanContext());
