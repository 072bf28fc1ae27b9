import { type Connector, listPages, vendorOf } from '@docfleet/connectors';
import type { Connection } from '@docfleet/domain/connection';
import { checkClient } from '@docfleet/oauth';
import type { GatewayContext } from '../http/context.ts';
import { callbackPath, requireClient } from './begin-consent.ts';
import { observeVendor } from './observe-vendor.ts';
import { openAccount } from './open-account.ts';
import { problemOf, type VendorProblem } from './vendor-problem.ts';

const timeoutMs = 20_000;
const maxItems = 5;
const maxPages = 6;

/** What a test of an application or a connection found. */
export interface Trial {
  readonly account: string | null;
  /** Names of the first things that the connection reads. */
  readonly items: readonly string[];
  /** What is wrong, in our words and in the vendor's; null when nothing was found. */
  readonly problem: VendorProblem | null;
}

const works: Trial = { account: null, items: [], problem: null };

const toTrial = (cause: unknown): Trial => ({ ...works, problem: problemOf(cause) });

/** Asks the vendor whether it knows the application of a namespace. */
export async function tryClient(
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

/** The first items of a listing, which need not be on its first page: a space, or a folder of folders, comes before what is in it. */
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

/** Opens a connection, and lists the first of what it reads. */
export async function tryConnection(
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
