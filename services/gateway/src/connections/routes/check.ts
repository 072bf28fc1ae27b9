import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own';
import { connectorType } from '@docfleet/api/shared-fields';
import { type Connector, listPages, vendorOf } from '@docfleet/connectors';
import type { Connection } from '@docfleet/domain/connection';
import { invalidField } from '@docfleet/errors/issues';
import { checkClient } from '@docfleet/oauth';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { route } from '../../http/route.ts';
import { callbackPath, requireClient } from '../consent.ts';
import { findOwnConnection } from '../enter-settings.ts';
import { observeVendor, openAccount, problemOf, type VendorProblem, vendorProblem } from '../open-account.ts';

const timeoutMs = 20_000;
const maxItems = 5;
const maxPages = 6;

/** Result of a test of an application or a connection. */
interface Trial {
  readonly account: string | null;
  /** Names of the first items that the connection reads, at most five. */
  readonly items: readonly string[];
  /** Problem that the test met; null when there was none. */
  readonly problem: VendorProblem | null;
}

const works: Trial = { account: null, items: [], problem: null };

const toTrial = (cause: unknown): Trial => ({ ...works, problem: problemOf(cause) });

/** Tests whether the vendor accepts the namespace's OAuth client. */
async function tryClient(
  context: GatewayContext,
  {
    namespaceId,
    connector,
    origin,
  }: Pick<Connection, 'namespaceId' | 'connector'> & { readonly origin: string },
): Promise<Trial> {
  const client = await requireClient(context, namespaceId, connector);
  const vendor = vendorOf(connector, context.oauthOverrides);
  const { fetch } = context.providerSettings.egress;
  try {
    await observeVendor(context, connector)('checkSettings', () =>
      checkClient(vendor, client, `${origin}${callbackPath}`, { fetch }),
    );
    return works;
  } catch (cause) {
    return toTrial(cause);
  }
}

/** Returns the first items of a listing. They may follow on a later page, since a listing names spaces and folders before their content. */
async function firstItems(
  connector: Connector,
  selection: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let pages = 0;
  for await (const { items } of listPages(connector, undefined, selection, signal)) {
    pages += 1;
    if (items.length > 0 || pages === maxPages)
      return items.slice(0, maxItems).map((item) => item.path ?? item.name);
  }
  return [];
}

/** Tests a connection: opens it and lists the first items that it reads. */
async function tryConnection(
  context: GatewayContext,
  connection: Connection,
  callerGone: AbortSignal,
): Promise<Trial> {
  const { connector, selection } = connection;
  const opened = openAccount(context, connection);
  const observe = observeVendor(context, connector);
  const signal = AbortSignal.any([callerGone, AbortSignal.timeout(timeoutMs)]);
  try {
    const { name } = await observe('checkSettings', () => opened.whoAmI(signal));
    const chosen = Array.isArray(selection) ? selection.map(String) : undefined;
    const items = await observe('checkSettings', () => firstItems(opened, chosen, signal));
    return { account: name, items, problem: null };
  } catch (cause) {
    return toTrial(cause);
  }
}

const checkConnectionBody = z
  .strictObject({
    namespaceId,
    connectionId: z.string().optional().describe('The connection to try'),
    connector: connectorType
      .optional()
      .describe('In place of a connection: the connector whose OAuth client of the namespace is tried'),
  })
  .meta({ examples: [{ namespaceId: 'quickstart', connector: 'BOX' }] });

export const checkConnectionRoute = route({
  method: 'post',
  path: '/v1/connections/check',
  summary: 'Try out a connection, or the OAuth client of a connector',
  description:
    'A connection is opened and the first of what it reads is listed; nothing is ingested. Of an OAuth client the vendor is asked whether it knows its id and secret: redirect URIs and permissions show in a consent only.',
  tags: ['Connections'],
  scope: 'ingest',
  body: checkConnectionBody,
  response: z.object({
    account: z.string().nullable().describe('Owner of the account, as the vendor names it'),
    items: z
      .array(z.string())
      .describe('Names of the first items that it reads; none need lie on the first page'),
    problem: vendorProblem.nullable().describe('Null: nothing wrong was found'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],

  async handle({ body, organizationId, tenantId, origin, signal }, context) {
    const { connectionId, connector } = body;
    const { id } = await findOwnNamespace(context, organizationId, body.namespaceId);
    // It waits for a vendor, which may hang: no turn of the database's is held meanwhile.
    const trial = await context.vendorTurns.take(id, signal, find);
    const message = trial.problem ? 'Something is wrong' : 'Nothing wrong was found';
    return { message, data: { ...trial, items: [...trial.items] } };

    async function find() {
      if (connectionId !== undefined)
        return tryConnection(
          context,
          await findOwnConnection(context, { namespaceId: id, tenantId }, connectionId),
          signal,
        );
      if (connector !== undefined) return tryClient(context, { namespaceId: id, connector, origin });
      throw invalidField('INVALID_REQUEST', 'connectionId', 'or connector is required');
    }
  },
});
