import { startConfluenceFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { box, connectionId, putMany } from '../test/box-connection.fixture.ts';
import { ask, connect, context, list, sync } from '../test/connector-sync.fixture.ts';

const rested = { code: 'SERVICE_UNAVAILABLE' };

test('a vendor that is out for a time that it names is left alone as long', async () => {
  putMany(3);
  const run = await ask(connectionId);
  box.fault = () => ({ kind: 'status', status: 503, headers: { 'retry-after': '60' } });
  await expect(list(run)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  box.fault = undefined;
  const before = box.requests.length;
  await expect(list(run)).rejects.toMatchObject(rested);
  expect(box.requests).toHaveLength(before);
});

test.each([
  ['a vendor that is out and does not say how long', { status: 503 }],
  ['an item that is locked for a time', { status: 423, headers: { 'retry-after': '60' } }],
])('%s lets nothing else wait', async (_name, fault) => {
  putMany(3);
  const run = await ask(connectionId);
  box.fault = ({ path }) => (path.includes('/folders/') ? { kind: 'status', ...fault } : undefined);
  await expect(list(run)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  box.fault = undefined;
  await expect(list(run)).resolves.toBeUndefined();
});

test('connections of one application at one site share the pace that their vendor counts', async () => {
  const confluence = await startConfluenceFake();
  confluence.put('/Page', '');
  const [first, second] = [await connect('CONFLUENCE', confluence), await connect('CONFLUENCE', confluence)];
  // The site is known from the first listing on.
  for (const id of [first, second]) await sync(id);
  confluence.fault = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '60' } });
  const again = await ask(first);
  await expect(list(again)).rejects.toMatchObject({ code: 'PROVIDER_RATE_LIMITED' });
  confluence.fault = undefined;
  await expect(list(await ask(second))).rejects.toMatchObject(rested);
  await context.database.connection.update({ where: { id: second }, data: { clientId: 'another' } });
  await expect(list(await ask(second))).resolves.toBeUndefined();
  await confluence.close();
});
