import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openApiText } from '../openapi-text.ts';
import { startTestGateway } from '../start-test-gateway.ts';

test('the committed description is the generated one: npm run openapi writes it', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8')).toBe(
    openApiText(),
  );
});

test('a path beside that of an id says which methods it has itself', async () => {
  const gateway = await startTestGateway();
  const set = '/v1/namespaces/n/golden-sets/01a213f8-067f-7228-b76f-771e8f0d4a41';
  const { status, headers } = await gateway.call('PUT', `${set}/questions/import`);
  expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  await gateway.close();
});
