import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { answerBody } from './body.ts';

test('the description of an answer says that its question is not blank', () => {
  const { properties } = z.toJSONSchema(answerBody, { io: 'input', unrepresentable: 'any' });
  expect(properties?.['question']).toMatchObject({ pattern: '\\S' });
});
