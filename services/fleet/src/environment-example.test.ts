import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { environmentExample } from './environment-example.ts';

test('.env.example names every setting with its meaning and default (npm run env-example writes it)', () => {
  const file = new URL('../../../.env.example', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(environmentExample());
});
