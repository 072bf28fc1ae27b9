import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectorNames, pickerOf, segmentOf, vendorOf } from '@docfleet/connectors';
import { type Connection, finishSelection } from '@docfleet/domain/connection';
import { AppError } from '@docfleet/errors';
import type { Express, RequestHandler } from 'express';
import { z } from 'zod';
import { outcomePage } from '../connections/outcome-page.ts';
import type { GatewayContext } from '../http/context.ts';
import { sendPage } from '../http/html-page.ts';
import { limitAddress } from '../http/limit-rate.ts';
import { originOf } from '../http/origin.ts';
import { sendError } from '../http/send-error.ts';
import { openPicker } from './open-picker.ts';
import { type Exchange, readOwn, readSession, sessionIsOver } from './page-request.ts';
import { selectedItems } from './selected-items.ts';
import { selectionPage } from './selection-page.ts';
import { endedCookie, selectionUrl } from './session-cookie.ts';

const folder = fileURLToPath(new URL('browser/', import.meta.url));
const scripts = ['selection', 'load-script', 'ask'];

const scriptsPath = '/connect/scripts';
/** The module of a connector's dialog, below `scriptsPath`. */
const pickerScript = (connector: string) => `pickers/${segmentOf(connector)}`;

/** Serves the scripts of the selection page as they are written: no build step stands between. */
function serveBrowserScripts(app: Express): void {
  const serve = (name: string, file: string) =>
    app.get(`${scriptsPath}/${name}.js`, (_request, response) => {
      response.locals['route'] = scriptsPath;
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.sendFile(basename(file), { root: dirname(file) });
    });
  for (const script of scripts) serve(script, `${folder}${script}.js`);
  for (const name of connectorNames) {
    const picker = pickerOf(name);
    if (picker) serve(pickerScript(name), fileURLToPath(picker.script));
  }
}

const maxItems = 1_000;
const maxNameLength = 500;
const nonceBytes = 16;

const tokenOrder = z.strictObject({ resource: z.string().max(2_048).optional() });
const choice = (itemId: RegExp) =>
  z.strictObject({
    items: z
      .array(z.strictObject({ id: z.string().regex(itemId), name: z.string().min(1).max(maxNameLength) }))
      .min(1)
      .max(maxItems)
      .nullable(),
  });

const overPage = outcomePage(
  410,
  'This page is not good any more',
  'It has been used already, or it is too old. What was saved is kept; to change it, go back to where you came from and ask for a new link.',
);

/** The page as it is now. That its picker cannot be opened is said on it: everything can be chosen all the same. */
async function showPage(context: GatewayContext, { request, response }: Exchange): Promise<void> {
  const session = await readSession(context, request);
  if (!session) return sendPage(response, overPage);
  const { connection } = session;
  const { name } = vendorOf(connection.connector, context.oauthOverrides);
  const prepared = await preparePicker(context, connection);
  const nonce = randomBytes(nonceBytes).toString('base64');
  sendPage(
    response,
    selectionPage({ vendor: name, selected: selectedItems(connection), nonce, ...prepared }),
  );
}

async function preparePicker(context: GatewayContext, connection: Connection) {
  try {
    const { picker, order } = await openPicker(context, connection);
    const script = `./${pickerScript(connection.connector)}.js`;
    return { picker: { ...(await picker.prepare(order)), script }, problem: undefined };
  } catch (error) {
    context.logger.warn({ error, connectionId: connection.id }, 'a picker cannot be opened');
    if (!(error instanceof AppError)) throw error;
    const because = error.details.reason ?? error.details.setting;
    return { picker: undefined, problem: because ? `${error.message} (${because})` : error.message };
  }
}

/** A token for the picker, when its button is pressed. */
async function sendToken(context: GatewayContext, exchange: Exchange): Promise<void> {
  const { resource } = await readOwn(context, exchange, tokenOrder);
  const session = await readSession(context, exchange.request);
  if (!session) throw sessionIsOver();
  const { picker, order } = await openPicker(context, session.connection);
  const token = await picker.token(order, resource);
  exchange.response.setHeader('Cache-Control', 'no-store');
  exchange.response.json({ token: token ?? null });
}

/** The choice, once: the page is over then. */
async function store(context: GatewayContext, exchange: Exchange): Promise<void> {
  const session = await readSession(context, exchange.request);
  const picker = session && pickerOf(session.connection.connector);
  if (!picker) throw sessionIsOver();
  const { items } = await readOwn(context, exchange, choice(picker.itemId));
  if (!(await finishSelection(context.database, session.key, items))) throw sessionIsOver();
  const url = selectionUrl(originOf(exchange.request, context.publicUrl), session.connection.id);
  exchange.response.setHeader('Set-Cookie', endedCookie(url));
  exchange.response.json({ stored: items ? items.length : 'all' });
}

type Result = (context: GatewayContext, exchange: Exchange) => Promise<void>;

/** The page on which a user who returns from a vendor's consent selects what the connection reads, and its requests. */
export function serveSelection(app: Express, context: GatewayContext): void {
  const path = '/connect/:connectionId';
  const handle =
    (route: string, result: Result): RequestHandler =>
    async (request, response) => {
      response.locals['route'] = route;
      try {
        await limitAddress(request, response, context);
        await result(context, { request, response });
      } catch (cause) {
        sendError(request, response, { cause, logger: context.logger, failed: 'INTERNAL_ERROR' });
      }
    };
  serveBrowserScripts(app);
  app.get(path, handle('/connect/{connectionId}', showPage));
  app.post(`${path}/token`, handle('/connect/{connectionId}/token', sendToken));
  app.post(`${path}/selection`, handle('/connect/{connectionId}/selection', store));
}
