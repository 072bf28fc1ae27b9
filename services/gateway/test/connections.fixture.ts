import { type OAuthServer, startOAuthServer } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { ApiResponse, CallOptions } from './call.ts';
import { localConfigs, startTestGateway, type TestGateway } from './start-test-gateway.ts';

/** A gateway for the test file that imports this, and a Box that its connections are authorized at. */
export let gateway: TestGateway;
export let box: OAuthServer;
beforeAll(async () => {
  box = await startOAuthServer('BOX');
  gateway = await startTestGateway({ oauthOverrides: { BOX: box.endpoints } });
});
beforeEach(async () => {
  await setClient(box.client);
});
afterAll(async () => {
  await gateway.close();
  await box.close();
});

export const namespaceId = 'docs';
export async function setClient(boxConfig: object | null) {
  const json = { name: namespaceId, ...localConfigs };
  await gateway.call('POST', '/v1/namespaces?validate=false', { json });
  await gateway.call('PATCH', `/v1/namespaces/${namespaceId}`, { json: { boxConfig } });
}

export const create = (json: object = {}, options: CallOptions = {}) =>
  gateway.call('POST', '/v1/connections', {
    json: { namespaceId, name: 'mine', connector: 'BOX', ...json },
    ...options,
  });
export const pathOf = (id: string) => `/v1/connections/${id}`;
export const read = async (id: string) =>
  (await gateway.call('GET', `${pathOf(id)}?namespaceId=${namespaceId}`)).body.data.connection;
export const change = (id: string, json: object = {}) =>
  gateway.call('PATCH', pathOf(id), { json: { namespaceId, ...json } });
export const revoke = (id: string, query = '') =>
  gateway.call('POST', `${pathOf(id)}/revoke${query}`, { json: { namespaceId } });
/** The user's browser on its way back: it has no key. */
export const returnFromConsent = (target: string) => {
  const { pathname, search } = new URL(target);
  return gateway.call('GET', pathname + search, { key: undefined });
};

/** Returns the part of a response's cookie that a browser sends again. */
export const cookieOf = ({ headers }: Pick<ApiResponse, 'headers'>): string =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** A connection whose user consented; `reply` is what their browser was answered. */
export async function connect(json: object = {}, decision: Parameters<OAuthServer['consent']>[1] = 'allow') {
  const { connection, authorizationUrl } = (await create(json)).body.data;
  const back = await box.consent(authorizationUrl, decision);
  return { id: connection.id as string, authorizationUrl, back, response: await returnFromConsent(back) };
}
