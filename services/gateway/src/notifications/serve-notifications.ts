import { connectorNames, connectorPush, segmentOf } from '@docfleet/connectors';
import { AppError } from '@docfleet/errors';
import type { Express, Request, Response } from 'express';
import type { GatewayContext } from '../http/context.ts';
import { readBytes } from '../http/json-body.ts';
import { limitNotifications } from '../http/limit-rate.ts';
import { sendError } from '../http/send-error.ts';
import { notificationPath } from './application-address.ts';
import { receiveNotification } from './receive-notification.ts';

const path = `${notificationPath}/:connector/:channel`;
/** Vendors send some hundred bytes for each change; one that collects more than fits is answered by polling. */
const maxBodyBytes = 262_144;

const bySegment = new Map(
  connectorNames.filter((name) => connectorPush[name]).map((name) => [segmentOf(name), name] as const),
);

const headersOf = ({ headers }: Request) =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

const queryOf = ({ url }: Request) => new URL(url, 'http://query').searchParams;

async function respond(context: GatewayContext, request: Request, response: Response): Promise<void> {
  const { notificationUrl, logger, metrics } = context;
  const { connector: segment = '', channel: lastPart = '' } = request.params as Record<string, string>;
  const connector = bySegment.get(segment);
  if (notificationUrl === undefined || connector === undefined)
    throw new AppError('NOT_FOUND', 'No vendor reports changes at this path');
  const handshake = connectorPush[connector]?.handshake?.(request.method, queryOf(request));
  if (handshake !== undefined) {
    // Whatever was sent is no page, nor anything else that a browser would run.
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
    response.type('text/plain').send(handshake);
    return;
  }
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    throw new AppError('METHOD_NOT_ALLOWED', 'Notifications are sent with POST');
  }
  const body = await readBytes(request, response, maxBodyBytes);
  const received = { connector, lastPart, headers: headersOf(request), body };
  const outcome = await receiveNotification(context, received);
  metrics.notificationReceived(connector, outcome);
  logger.debug({ connector, outcome }, 'a notification was received');
  // The same for every outcome: callers learn nothing of which channels there are.
  response.status(200).end();
}

/**
 * Receives vendors' notifications of changes, without a key: each is verified by the vendor's signature, or by the secret of its channel.
 * They are no part of the API that clients use.
 */
export function serveNotifications(app: Express, context: GatewayContext): void {
  app.all(path, async (request, response) => {
    response.locals['route'] = path;
    try {
      await limitNotifications(request, response, context);
      await respond(context, request, response);
    } catch (cause) {
      sendError(request, response, { cause, logger: context.logger });
    }
  });
}
