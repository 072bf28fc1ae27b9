import { extensions } from '@docfleet/registry';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routesWith } from '../../src/routes.ts';
import { embedDocument } from '../embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({}, []);
});
afterAll(() => gateway.close());

test('a gateway without extensions accepts a document and finds it', async () => {
  const { call } = gateway;
  const json = { name: 'docs', ...localConfigs };
  expect((await call('POST', '/v1/namespaces?validate=false', { json })).status).toBe(201);
  const config = { name: 'lunch', externalId: 'lunch', text: 'The canteen serves lunch from noon.' };
  const ingest = { namespaceId: 'docs', ingestConfig: { source: 'TEXT', config } };
  const accepted = await call('POST', '/v1/ingest/text', { json: ingest });
  await embedDocument(gateway, 'docs', accepted.body.data.documents[0].id, [config.text]);
  const search = { namespaceId: 'docs', query: 'When is lunch served?' };
  const { body } = await call('POST', '/v1/search', { json: search });
  expect(JSON.stringify(body.data)).toContain(config.text);
});

test('each path of an extension is unknown to a gateway without it', async () => {
  const own = new Set(routesWith([]).map(({ path }) => path));
  const paths = extensions.flatMap(({ routes }) => routes.map(({ path }) => path));
  expect(paths.filter((path) => own.has(path))).toEqual([]);
  for (const path of new Set(paths)) {
    const response = await fetch(`${gateway.url}${path.replace(/\{\w+\}/g, 'x')}`, {
      headers: { authorization: `Bearer ${gateway.keys.admin}` },
    });
    expect([path, response.status]).toEqual([path, 404]);
  }
});

test('a key, and with it the console and assistants, learns which extensions there are', async () => {
  const [without, full] = [gateway, await startTestGateway()];
  const namesOf = async ({ call }: TestGateway) =>
    (await call('GET', '/v1/api-keys/current')).body.data.extensions;
  expect(await namesOf(without)).toEqual([]);
  expect(await namesOf(full)).toEqual(extensions.map(({ name }) => name));
  await full.close();
});
