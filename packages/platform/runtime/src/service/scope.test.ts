import { expect, test } from '@jest/globals';
import { Scope } from './index.ts';

test('resources close in reverse, even when one fails', async () => {
  const closed: string[] = [];
  const scope = new Scope();
  scope.defer('database', (name) => closed.push(name));
  scope.defer('broken', () => {
    throw new Error('no');
  });
  scope.defer('worker', (name) => closed.push(name));
  await expect(scope.close()).rejects.toThrow('Some resources did not close');
  expect(closed).toEqual(['worker', 'database']);
});
