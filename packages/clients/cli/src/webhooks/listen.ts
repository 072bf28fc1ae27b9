import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import { DocfleetError, verifyWebhook, type Webhook, type WebhookEvent } from '@docfleet/sdk';
import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { visibleLine } from '../terminal/table.ts';

/** A request as it arrived, its body as it was sent. */
interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A server on this machine that webhooks are sent to. */
interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/** More than any event has. */
const maxBodyBytes = 1_000_000;

/**
 * Starts the receiver on 127.0.0.1; `answer` returns the status of each response. Refuses other methods than POST before reading the
 * body.
 */
async function startReceiver(
  port: number,
  answer: (request: ReceivedRequest) => Promise<number>,
): Promise<Receiver> {
  const server = createServer((message, response) => void respond(message, response, answer));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  answer: (request: ReceivedRequest) => Promise<number>,
): Promise<void> {
  const status = await statusOf(message, answer).catch(() => 500);
  response.writeHead(status, { connection: 'close' }).end();
}

async function statusOf(
  message: IncomingMessage,
  answer: (request: ReceivedRequest) => Promise<number>,
): Promise<number> {
  if (message.method !== 'POST') return 405;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of message) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length > maxBodyBytes) return 413;
  }
  return answer({ headers: message.headers, body: new Uint8Array(Buffer.concat(parts)) });
}

/** Response of the application to a forwarded event; the status is null if the application did not respond. */
interface Forwarded {
  readonly status: number | null;
  readonly error: string | null;
}

/** The service waits no longer than ten seconds for an answer. */
const deadlineMs = 9_000;
const kept = /^(content-type|user-agent|webhook-|x-service-)/;

/** Forwards a delivery unchanged to an application, so that it can verify the signature. A redirect counts as its response. */
async function forward(
  url: string,
  { headers, body }: ReceivedRequest,
  signal: AbortSignal,
): Promise<Forwarded> {
  const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    kept.test(name) && typeof value === 'string' ? [[name, value]] : [],
  );
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: passed,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    const { cause, message } = error as Error;
    return { status: null, error: isNativeError(cause) && cause.message ? cause.message : message };
  }
}

export interface ListenOptions {
  /** The service reaches this machine at it; unset: at 127.0.0.1. */
  readonly url?: string;
  readonly port: number;
  readonly forwardTo?: string;
  readonly events: Webhook['events'];
  /** Unset: all. */
  readonly namespaceId?: string;
}

/** Time limit for deleting the webhook after Ctrl-C. */
const farewellMs = 10_000;
const accepted = 204;
const refused = 401;
const day = 86_400_000;

/** Creates a webhook, prints its events until the signal is aborted, and deletes it. */
export async function listenToWebhooks(session: Session, options: ListenOptions): Promise<void> {
  const { client, signal, printer } = session;
  let signingKey = '';
  const receiver = await startReceiver(options.port, (request) =>
    receive(session, options, signingKey, request),
  );
  try {
    const url = options.url ?? `http://127.0.0.1:${receiver.port}`;
    const webhook = await create(session, url, options);
    signingKey = webhook.signingKey;
    try {
      printer.note(
        `Listening on 127.0.0.1:${receiver.port}, delivered from ${visibleLine(url)}. Ctrl-C ends it.`,
      );
      printer.note(`Signing key: ${visibleLine(signingKey)}`);
      await client.webhooks.test({ webhookId: webhook.id });
      while (!signal.aborted) await wait(day, undefined, { signal });
    } finally {
      const farewell = { signal: AbortSignal.timeout(farewellMs) };
      await client.webhooks.delete({ webhookId: webhook.id }, farewell).catch((cause: unknown) => {
        throw new CliFailure(`The webhook ${webhook.id} was not deleted`, {
          advice: `Delete it: docfleet webhooks delete ${webhook.id}`,
          cause,
        });
      });
      printer.note('Deleted the webhook.');
    }
  } finally {
    await receiver.close();
  }
}

async function create({ client }: Session, url: string, options: ListenOptions): Promise<Webhook> {
  const { events, namespaceId } = options;
  try {
    const { webhook } = await client.webhooks.create({
      url,
      name: 'docfleet webhooks listen',
      events: events.filter((event) => event !== 'WEBHOOK_TEST'),
      ...(namespaceId !== undefined && { namespaceIds: [namespaceId] }),
    });
    return webhook;
  } catch (cause) {
    const isRefused = cause instanceof DocfleetError && cause.status === 400 && aboutAddress(cause);
    if (!isRefused) throw cause;
    throw new CliFailure(`The address of this command, ${url}, ${aboutAddress(cause)}`, {
      advice:
        'Make this machine reachable and name its address with --public-url, or, where the service is yours, allow it: EGRESS_ALLOW_CIDRS=127.0.0.0/8 npm start',
      cause,
    });
  }
}

function aboutAddress({ details }: DocfleetError): string | undefined {
  const issues = Array.isArray(details['issues']) ? details['issues'] : [];
  return issues.find(({ path }: { path?: unknown }) => path === 'url')?.message;
}

/** The answer to a delivery: refused unless it is genuine, else that of the application it is forwarded to. */
async function receive(
  session: Session,
  { forwardTo }: ListenOptions,
  signingKey: string,
  { headers, body }: ReceivedRequest,
): Promise<number> {
  const { printer, signal } = session;
  const event = await verifyWebhook({ headers, body, signingKey }).catch((error: unknown) => {
    if (error instanceof DocfleetError) return undefined;
    throw error;
  });
  if (!event) {
    printer.note(`${printer.paint('red', '✗')} refused a request whose signature is wrong or too old`);
    return refused;
  }
  const answer = forwardTo === undefined ? undefined : await forward(forwardTo, { headers, body }, signal);
  await show(session, event, answer);
  return answer === undefined ? accepted : (answer.status ?? 502);
}

async function show(
  { printer }: Session,
  event: WebhookEvent,
  answer: { readonly status: number | null; readonly error: string | null } | undefined,
): Promise<void> {
  if (printer.isJson) return printer.item(answer === undefined ? event : { ...event, forwarded: answer });
  const { documentIds = [], ingestJobRunId } = event.data;
  const what =
    documentIds.length === 1
      ? documentIds[0]
      : documentIds.length > 1
        ? `${documentIds.length} documents`
        : ingestJobRunId;
  const isFine = answer === undefined || (answer.status !== null && answer.status < 300);
  const response = answer === undefined ? '' : `  → ${answer.status ?? visibleLine(answer.error ?? '')}`;
  const mark = isFine ? printer.paint('green', '✓') : printer.paint('red', '✗');
  await printer.line(
    `${printer.paint('dim', event.timestamp.slice(11, 19))} ${mark} ${event.event.padEnd(30)} ${visibleLine(event.namespaceId)} ${what ?? ''}${response}`,
  );
}
