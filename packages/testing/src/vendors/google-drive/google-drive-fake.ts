import type { DriveFake } from '../drive-fake.ts';
import { createControls, openPaths } from '../path-drive.ts';
import type { DriveChannels } from './channels.ts';
import { startGoogleDriveEmulator } from './google-drive.ts';
import { refuse } from './refusal.ts';

const google = 'application/vnd.google-apps';

/** Starts Google Drive for the conformance suite; its deletions move files to the trash. */
export async function startGoogleDriveFake(
  options: { readonly pageSize?: number } = {},
): Promise<DriveFake & { readonly push: DriveChannels }> {
  const controls = createControls(
    'ya29.token',
    (status) => refuse(status, 'other', `Refused with ${status}`).body,
  );
  const { store, url, requests, exchanges, close, expireTokens, push } = await startGoogleDriveEmulator({
    ...options,
    ...controls.options,
  });
  const at = (parent: string | undefined) => (parent === undefined ? {} : { parent });
  const paths = openPaths(
    {
      putFolder: (id, name, parent) => store.put({ id, name, mimeType: `${google}.folder`, ...at(parent) }),
      putFile: (id, name, parent, content) => store.put({ id, name, content, ...at(parent) }),
      putUnsupported: (id, name) => store.put({ id, name, mimeType: `${google}.form` }),
      move: (id, name, parent) => store.edit(id, { name, ...at(parent) }),
      remove: (id) => store.edit(id, { trashed: true }),
    },
    '',
  );
  return Object.assign(controls, paths, {
    url,
    requests,
    close,
    exchanges,
    push,
    expireCursors: expireTokens,
  });
}
