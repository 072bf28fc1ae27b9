import { once } from 'node:events';
import { eventually, type StubServer, startStubServer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { connectorsOnFakes } from '../test/connector-on-fake.fixture.ts';
import { s3SettingsOf } from '../test/s3.fixture.ts';
import { openDropbox } from './providers/dropbox/index.ts';
import { openS3 } from './providers/s3/index.ts';

const { signal } = new AbortController();
const openOnDropbox = connectorsOnFakes(openDropbox, (url) => ({ api: url, content: url }));
const openOnS3 = connectorsOnFakes(openS3, () => ({}));

/** Dropbox's answer about the account, which it is asked for before any content. */
const dropboxAccount = {
  account_id: 'dbid:a',
  name: { display_name: 'Ada' },
  root_info: { '.tag': 'user', root_namespace_id: '1', home_namespace_id: '1' },
};

const vendors = {
  'a content of Dropbox of which no header says anything': (server: StubServer) => ({
    connector: openOnDropbox(server, () => 'token'),
    externalId: 'id:a',
  }),
  'an object of S3 without a version': (server: StubServer) => ({
    connector: openOnS3(server, () => 'secret', { settings: s3SettingsOf(server) }),
    externalId: `${new URL(server.url).host}/documents/a.txt`,
  }),
};

test.each(Object.entries(vendors))('%s is let go of', async (_what, open) => {
  let hasEnded = false;
  const server = await startStubServer(async ({ path }, response) => {
    if (path.endsWith('/get_current_account')) return { body: dropboxAccount };
    response.writeHead(200, { 'content-type': 'text/plain' });
    const writing = setInterval(() => response.write('part'), 5);
    await once(response, 'close');
    clearInterval(writing);
    hasEnded = true;
    return undefined;
  });
  const { connector, externalId } = open(server);
  await expect(connector.fetch({ externalId, versionKey: '' }, signal)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  await eventually(() => expect(hasEnded).toBe(true));
});
