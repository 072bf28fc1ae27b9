import { type Picker, type PickerOrder, pickerOf, vendorOf } from '@docfleet/connectors';
import { type Connection, readAuthorizedConnection } from '@docfleet/domain/connection';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { clientOf } from '@docfleet/oauth';
import { createAccessTokens } from '@docfleet/pipeline/access-tokens';
import { observeVendor } from '../connections/observe-vendor.ts';
import type { GatewayContext } from '../http/context.ts';

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

/** The dialog of a connection's vendor, and what it is opened for; rejects when its tokens or its client are no longer good. */
export async function openPicker(
  context: GatewayContext,
  connection: Connection,
): Promise<{ picker: Picker; order: PickerOrder }> {
  const picker = pickerOf(connection.connector);
  if (!picker) throw new AppError('INVALID_REQUEST', 'Nothing is chosen for this kind of connection');
  return { picker, order: await orderOf(context, connection) };
}
