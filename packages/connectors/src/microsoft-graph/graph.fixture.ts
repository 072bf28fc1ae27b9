import { createEgress, type Egress } from '@docfleet/egress';
import { type GraphEmulator, type GraphEmulatorOptions, startGraphEmulator } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Connector, ConnectorContext } from '../provider.ts';

/** Lets a test start fake tenants with a connection each, and closes them behind it. */
export function graphTenants(open: (context: ConnectorContext) => Connector) {
  let egress: Egress;
  const emulators: GraphEmulator[] = [];
  beforeAll(() => {
    egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  });
  afterEach(async () => {
    await Promise.all(emulators.splice(0).map((emulator) => emulator.close()));
  });
  afterAll(() => egress.close());

  return async (options: GraphEmulatorOptions = {}, token?: string) => {
    const emulator = await startGraphEmulator(options);
    emulators.push(emulator);
    const connector = open({
      fetch: egress.fetch,
      accessToken: async () => token ?? emulator.accessToken,
      endpoints: { api: emulator.url },
      pace: async () => {},
      deadlineMs: 5_000,
    });
    return { emulator, store: emulator.store, connector };
  };
}
