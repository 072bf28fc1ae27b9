import { runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routes } from '../src/routes.ts';
import { type InterfaceCall, interfaceCalls, type Seen } from './interface-calls.ts';
import { respondToConversions } from './respond-to-conversions.ts';
import { localConfigs, startTestGateway, type TestGateway } from './start-test-gateway.ts';

let gateway: TestGateway;
let stopResponding: () => Promise<void>;
const seen: Seen = {};

/** Headers that such a client sends with every call. */
const headers = { accept: 'application/json', 'x-tenant-ID': 'customer-7' };

beforeAll(async () => {
  gateway = await startTestGateway();
  stopResponding = respondToConversions(gateway.context);
  const json = { name: 'client-docs', ...localConfigs };
  const created = await gateway.call('POST', '/v1/namespaces', { headers, json });
  expect(created).toMatchObject({
    status: 201,
    body: { data: { namespace: { identifier: 'client-docs' } } },
  });
}, 60_000);
afterAll(async () => {
  await stopResponding();
  await gateway.close();
});

const served = new Set(routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`));

/** Each call has a test; it is skipped by name until its route is there, and runs as soon as it is. */
function testCall({ route, habit, target, request, status, data, keep }: InterfaceCall) {
  const run = runWhere(test, served.has(route), `${route} is not served yet`);
  run(`a client of the interface can call ${route}${habit ? `: ${habit}` : ''}`, async () => {
    const [method = '', path = ''] = route.split(' ');
    const response = await gateway.call(method, target?.(seen) ?? path, { headers, ...request?.(seen) });
    expect(response).toMatchObject({ status, body: { success: true, message: expect.any(String) } });
    expect(Object.keys(response.body.data)).toEqual(expect.arrayContaining([...data]));
    Object.assign(seen, keep?.(response.body.data));
  });
}
for (const call of interfaceCalls) testCall(call);

test('what such a client creates belongs to the tenant that it names on every call', async () => {
  const documents = await gateway.context.database.document.findMany({ select: { tenantId: true } });
  expect(documents.length).toBeGreaterThan(0);
  expect(new Set(documents.map(({ tenantId }) => tenantId))).toEqual(new Set(['customer-7']));
});
