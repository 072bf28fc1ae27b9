import { Counter, Histogram, type Registry } from 'prom-client';

/** A request of the API that has ended. */
export interface HttpExchange {
  readonly method: string;
  /** The template, never the path: `/v1/documents/{id}`. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Methods that are labels; any other comes from a caller and must not create a series of its own. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT']);

export function createHttpMetrics(registry: Registry) {
  const requests = new Counter({
    name: 'docfleet_http_requests_total',
    help: 'Answered requests of the API',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'docfleet_http_request_seconds',
    help: 'From the first byte of a request to the end of its response',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    requestEnded(exchange: HttpExchange): void {
      const { route, status, durationMs } = exchange;
      const method = methods.has(exchange.method) ? exchange.method : 'other';
      requests.inc({ method, route, status });
      seconds.observe({ method, route }, durationMs / 1_000);
    },
  };
}
