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

/** A call of a model, a store, a scraper or a connector that has ended. */
export interface ProviderCall {
  /** Port of the provider: `embedding`, `vector-store`, `file-store`, `scraping` or `connector`. */
  readonly port: string;
  /** Name of the provider in the configuration, such as `OPENAI`. */
  readonly vendor: string;
  readonly operation: string;
  /** `item` where the page or item that was asked for is at fault, `aborted` where the caller no longer waited. */
  readonly outcome: 'ok' | 'rejected' | 'rate-limited' | 'unavailable' | 'item' | 'aborted' | 'failed';
  readonly durationMs: number;
}

/** A request to an address of the Internet that has ended. */
export interface EgressExchange {
  readonly hostClass: 'public' | 'operator' | 'forbidden';
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly bytes: number;
}

const statusClass = (status: number | undefined) =>
  status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createProviderMetrics(registry: Registry) {
  const calls = new Counter({
    name: 'docfleet_provider_calls_total',
    help: 'Calls of models, stores, scrapers and connectors: ok, rejected (a setting is wrong), rate-limited, unavailable, item (the requested page or item is at fault), aborted or failed',
    labelNames: ['port', 'vendor', 'operation', 'outcome'],
    registers: [registry],
  });
  const callSeconds = new Histogram({
    name: 'docfleet_provider_call_seconds',
    help: 'Duration of such a call, whatever its outcome; of a file that is read, until its first byte',
    labelNames: ['port', 'vendor', 'operation'],
    buckets: seconds,
    registers: [registry],
  });
  const requests = new Counter({
    name: 'docfleet_egress_requests_total',
    help: 'Requests to addresses of customers: public, allowed by the operator, or forbidden; by class of the status, none without a response',
    labelNames: ['host_class', 'status'],
    registers: [registry],
  });
  const requestSeconds = new Histogram({
    name: 'docfleet_egress_request_seconds',
    help: 'Duration of such a request to the end of its response',
    labelNames: ['host_class'],
    buckets: seconds,
    registers: [registry],
  });
  const received = new Counter({
    name: 'docfleet_egress_received_bytes_total',
    help: 'Bytes of these responses on the wire',
    labelNames: ['host_class'],
    registers: [registry],
  });
  return {
    providerCalled({ port, vendor, operation, outcome, durationMs }: ProviderCall): void {
      calls.inc({ port, vendor, operation, outcome });
      callSeconds.observe({ port, vendor, operation }, durationMs / 1_000);
    },
    egressEnded({ hostClass, status, durationMs, bytes }: EgressExchange): void {
      requests.inc({ host_class: hostClass, status: statusClass(status) });
      requestSeconds.observe({ host_class: hostClass }, durationMs / 1_000);
      received.inc({ host_class: hostClass }, bytes);
    },
  };
}
