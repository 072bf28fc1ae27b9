import { type GraphEmulatorOptions, startGraphEmulator } from '@docfleet/testing';
import type { Connector, ConnectorContext } from '../src/provider.ts';
import { connectorsOnFakes } from './connector-on-fake.fixture.ts';

/** Lets a test start fake tenants with a connection each, and closes them behind it. */
export function graphTenants(open: (context: ConnectorContext) => Connector) {
  const openOn = connectorsOnFakes(open, (url) => ({ api: url }));
  return async (options: GraphEmulatorOptions = {}, token?: string) => {
    const emulator = await startGraphEmulator(options);
    const openAs = (changes: Partial<ConnectorContext> = {}) =>
      openOn(emulator, () => token ?? emulator.accessToken, { deadlineMs: 5_000, ...changes });
    return { emulator, store: emulator.store, connector: openAs(), openAs };
  };
}
