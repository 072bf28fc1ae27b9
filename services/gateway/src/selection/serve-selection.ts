import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findUnstorable } from '@docfleet/api/parse-json';
import {
  connectorNames,
  type Picker,
  type PickerOrder,
  pickerOf,
  segmentOf,
  vendorOf,
} from '@docfleet/connectors';
import {
  type Connection,
  findSelecting,
  finishSelection,
  readAuthorizedConnection,
  type SelectionKey,
} from '@docfleet/domain/connection';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { invalidInput, readWith } from '@docfleet/errors/issues';
import { clientOf } from '@docfleet/oauth';
import { createAccessTokens } from '@docfleet/pipeline/access-tokens';
import type { Express, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { outcomePage } from '../connections/consent.ts';
import { observeVendor } from '../connections/open-account.ts';
import type { GatewayContext } from '../http/context.ts';
import { sendPage } from '../http/html-page.ts';
import { readJsonBody } from '../http/json-body.ts';
import { limitAddress } from '../http/limit-rate.ts';
import { originOf } from '../http/origin.ts';
import { sendError } from '../http/send-error.ts';
import { selectedItems, selectionPage } from './selection-page.ts';
import { endedCookie, readSelectionCookie, selectionUrl } from './session-cookie.ts';

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

interface SelectionSession {
  readonly key: SelectionKey;
  readonly connection: Connection;
}

const connectionId = z.uuid();

/** Returns the session; undefined without a cookie that is valid for the connection in the address. */
async function readSession(
  { database }: GatewayContext,
  request: Request,
): Promise<SelectionSession | undefined> {
  const id = connectionId.safeParse(request.params['connectionId']).data;
  const token = readSelectionCookie(request);
  if (!id || !token) return undefined;
  const key = { connectionId: id, token };
  const connection = await findSelecting(database, key);
  return connection && { key, connection };
}

/** Returns the error for a selection that is over. */
const sessionIsOver = () =>
  new AppError(
    'UNAUTHORIZED',
    'This page is not good any more: it was used, or is too old. Ask for a new link',
  );

/**
 * Reads and validates the JSON body of a request of the selection page; throws FORBIDDEN when the `Origin` header names another site,
 * INVALID_REQUEST for an invalid body.
 */
async function readOwn<Schema extends z.ZodType>(
  { publicUrl, limits }: GatewayContext,
  { request, response }: Exchange,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (request.headers.origin !== new URL(originOf(request, publicUrl)).origin)
    throw new AppError('FORBIDDEN', 'Only the page of the gateway itself may ask this');
  const sent = await readJsonBody(request, response, limits.jsonBytes);
  const unstorable = findUnstorable(sent);
  const read = unstorable ? { issues: [unstorable] } : readWith(schema, sent);
  if ('issues' in read) throw invalidInput(read.issues, { default: 'INVALID_REQUEST' });
  return read.data;
}

async function orderOf(
  context: GatewayContext,
  { id, connector, namespaceId }: Connection,
): Promise<PickerOrder> {
  const { database, metrics, vault, providerSettings, oauthOverrides: overrides, pickerOverrides } = context;
  const { fetch } = providerSettings.egress;
  const vendor = vendorOf(connector, overrides);
  // Renews the tokens where they are about to end.
  const onRenewal = metrics.tokenRenewed;
  await createAccessTokens({ database, vault, fetch, overrides, onRenewal }).of(id)();
  const connection = await readAuthorizedConnection(database, vault, id);
  const configs = (await readNamespaceSettings(database, vault, namespaceId))?.configs ?? {};
  const client = clientOf(configs, vendor);
  if (client?.clientId !== connection.clientId)
    throw new AppError('PROVIDER_REJECTED', `The namespace has another OAuth client for ${vendor.name} now`, {
      details: { setting: vendor.config },
    });
  const addresses = pickerOverrides[connector] ?? {};
  const observe = observeVendor(context, connector);
  return { addresses, tokens: connection.tokens, vendor, client, configs, fetch, observe };
}

/** Returns the dialog of a connection's vendor and its target; rejects when the connection's tokens or client are no longer valid. */
async function openPicker(
  context: GatewayContext,
  connection: Connection,
): Promise<{ picker: Picker; order: PickerOrder }> {
  const picker = pickerOf(connection.connector);
  if (!picker) throw new AppError('INVALID_REQUEST', 'Nothing is chosen for this kind of connection');
  return { picker, order: await orderOf(context, connection) };
}

const folder = fileURLToPath(new URL('browser/', import.meta.url));
const scripts = ['selection', 'load-script', 'ask'];

const scriptsPath = '/connect/scripts';
/** Returns the path of a connector's dialog module, below `scriptsPath`. */
const pickerScript = (connector: string) => `pickers/${segmentOf(connector)}`;

/** Serves the scripts of the selection page as they are in the source: there is no build step. */
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

/** Sends the page with the current selection. When the picker cannot be opened, the page says so: everything can still be chosen. */
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

/** Sends a token for the picker, when its button is pressed. */
async function sendToken(context: GatewayContext, exchange: Exchange): Promise<void> {
  const { resource } = await readOwn(context, exchange, tokenOrder);
  const session = await readSession(context, exchange.request);
  if (!session) throw sessionIsOver();
  const { picker, order } = await openPicker(context, session.connection);
  const token = await picker.token(order, resource);
  exchange.response.setHeader('Cache-Control', 'no-store');
  exchange.response.json({ token: token ?? null });
}

/** Stores the choice and ends the session of the page. */
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

/** Serves the page on which a user whom a vendor redirected back selects what the connection reads, and its requests. */
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
        sendError(request, response, { cause, context, failed: 'INTERNAL_ERROR' });
      }
    };
  serveBrowserScripts(app);
  app.get(path, handle('/connect/{connectionId}', showPage));
  app.post(`${path}/token`, handle('/connect/{connectionId}/token', sendToken));
  app.post(`${path}/selection`, handle('/connect/{connectionId}/selection', store));
}
