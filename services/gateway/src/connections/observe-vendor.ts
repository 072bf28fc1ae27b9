import { observeCall } from '@docfleet/pipeline/providers';
import type { GatewayContext } from '../http/context.ts';

/** Operations that the gateway itself requests from vendors. */
type VendorOperation =
  | 'checkSettings'
  | 'endChannel'
  | 'exchangeCode'
  | 'findPicker'
  | 'listChoices'
  | 'narrowToken'
  | 'revokeGrant';

/** Makes a call of a vendor that is a span and is counted. */
export type ObserveVendor = <Result>(
  operation: VendorOperation,
  call: () => Promise<Result>,
) => Promise<Result>;

/** Counts calls of a connector's vendor as those of all providers are counted. */
export function observeVendor(
  { providerSettings: { onCall } }: Pick<GatewayContext, 'providerSettings'>,
  vendor: string,
): ObserveVendor {
  return (operation, call) =>
    onCall ? observeCall({ port: 'connector', vendor, operation }, onCall, call) : call();
}
