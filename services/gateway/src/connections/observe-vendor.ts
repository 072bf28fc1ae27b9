import { observeCall } from '@docfleet/pipeline/providers';
import type { GatewayContext } from '../http/context.ts';

/** Names of the operations that the gateway itself requests from vendors. */
type VendorOperation =
  | 'checkSettings'
  | 'endChannel'
  | 'exchangeCode'
  | 'findPicker'
  | 'listChoices'
  | 'narrowToken'
  | 'revokeGrant';

/** Runs a call to a vendor within a trace span and counts its outcome in the metrics. */
export type ObserveVendor = <Result>(
  operation: VendorOperation,
  call: () => Promise<Result>,
) => Promise<Result>;

/** Returns a function that traces and counts calls to a connector's vendor under the metrics of all providers. */
export function observeVendor(
  { providerSettings: { onCall } }: Pick<GatewayContext, 'providerSettings'>,
  vendor: string,
): ObserveVendor {
  return (operation, call) =>
    onCall ? observeCall({ port: 'connector', vendor, operation }, onCall, call) : call();
}
