import { createEgress, type Egress } from '@docfleet/egress';
import {
  type GoogleDriveEmulator,
  type GoogleDriveEmulatorOptions,
  startGoogleDriveEmulator,
} from '@docfleet/testing';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { openGoogleDrive } from './index.ts';

export const google = 'application/vnd.google-apps';

/** Lets a test start fake Drives with a connection each, and closes them behind it. */
export function googleDrives() {
  let egress: Egress;
  const emulators: GoogleDriveEmulator[] = [];
  beforeAll(() => {
    egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  });
  afterEach(async () => {
    await Promise.all(emulators.splice(0).map((emulator) => emulator.close()));
  });
  afterAll(() => egress.close());

  async function start(options: GoogleDriveEmulatorOptions = {}, token?: string) {
    const emulator = await startGoogleDriveEmulator(options);
    emulators.push(emulator);
    const connector = openGoogleDrive({
      fetch: egress.fetch,
      accessToken: async () => token ?? emulator.accessToken,
      endpoints: { api: emulator.url, export: emulator.url },
      pace: async () => {},
      deadlineMs: 5_000,
    });
    return { emulator, store: emulator.store, connector };
  }

  return start;
}
