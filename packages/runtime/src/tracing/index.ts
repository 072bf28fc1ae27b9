export {
  currentTraceparent,
  type RemoteSpanOptions,
  type Span,
  type SpanOptions,
  startRemoteSpan,
  withRemoteSpan,
  withSpan,
} from './span.ts';
export { startTracing, type TracingSettings } from './start-tracing.ts';
