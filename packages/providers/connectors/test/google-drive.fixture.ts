import { type GoogleDriveEmulatorOptions, startGoogleDriveEmulator } from '@docfleet/testing';
import { openGoogleDrive } from '../src/providers/google-drive/index.ts';
import { connectorsOnFakes } from './connector-on-fake.fixture.ts';

export const google = 'application/vnd.google-apps';

/** Lets a test start fake Drives with a connection each, and closes them behind it. */
export function googleDrives() {
  const openOn = connectorsOnFakes(openGoogleDrive, (url) => ({ api: url, export: url }));
  return async (options: GoogleDriveEmulatorOptions = {}, token?: string) => {
    const emulator = await startGoogleDriveEmulator(options);
    const connector = openOn(emulator, () => token ?? emulator.accessToken, { deadlineMs: 5_000 });
    return { emulator, store: emulator.store, connector };
  };
}
