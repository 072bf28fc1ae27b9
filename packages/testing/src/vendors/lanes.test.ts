import { expect, test } from '@jest/globals';
import { createLanes } from './lanes.ts';

/** In which order a slow request and a quick one that comes after it are served. */
async function orderWith(lanes: number): Promise<string[]> {
  const serve = createLanes({ tokenMicroseconds: 1_000, lanes });
  const order: string[] = [];
  await Promise.all([serve(50, () => order.push('slow')), serve(0, () => order.push('quick'))]);
  return order;
}

test('with one lane a quick request waits for the slow one before it', async () => {
  expect(await orderWith(1)).toEqual(['slow', 'quick']);
});

test('with two lanes it overtakes', async () => {
  expect(await orderWith(2)).toEqual(['quick', 'slow']);
});

test('a lane is free again after a request that failed', async () => {
  const serve = createLanes({ lanes: 1 });
  const failed = serve(0, () => {
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await expect(serve(0, () => 'served')).resolves.toBe('served');
});
