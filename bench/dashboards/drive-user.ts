import { createNamespace } from '../../tests/e2e/documents.ts';
import { localConfigs } from '../tenant.ts';
import type { Day } from './day.ts';
import type { World } from './world.ts';

const namespaceId = 'drive';
const files = 30;
const changedAtOnce = 6;

/** A user of Google Drive consents, and the namespace follows what they change. */
export async function bringDriveUser({ api, drive, oauth }: World, day: Day): Promise<void> {
  const put = (file: number) => drive.put(`/notes/${file}.txt`, `Note ${file}, as of ${Date.now()}.`);
  for (let file = 0; file < files; file += 1) put(file);

  const googleDriveConfig = { ...oauth.client, apiKey: 'key' };
  await createNamespace(api, namespaceId, { ...localConfigs, googleDriveConfig });
  const order = { namespaceId, name: 'mine', connector: 'GOOGLE_DRIVE' };
  const { body } = await api.request<{ connection: { id: string }; authorizationUrl: string }>(
    'POST',
    '/v1/connections',
    order,
  );
  const { connection, authorizationUrl } = body.data;
  await fetch(await oauth.consent(authorizationUrl), { redirect: 'manual' });

  const config = { connectionId: connection.id };
  const request = { namespaceId, ingestConfig: { source: 'GOOGLE_DRIVE', config } };
  day.every(40, async () => {
    for (let changed = 0; changed < changedAtOnce; changed += 1) put(Math.floor(Math.random() * files));
    const { status } = await api.request('POST', '/v1/ingest/google-drive', request);
    if (status !== 202) throw new Error(`the sync was answered ${status}`);
  });
}
