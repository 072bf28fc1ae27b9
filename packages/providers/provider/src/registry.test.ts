import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { createRegistry, providersOf, readSettings } from './registry.ts';

const define = providersOf<{ readonly greeting: string }, string>();
const first = define(
  z.strictObject({ provider: z.literal('FIRST'), name: z.string() }),
  ({ name }, { greeting }) => `${greeting} ${name}`,
);
const second = define(z.strictObject({ provider: z.literal('SECOND') }), (_, { greeting }) => greeting);
const registry = createRegistry('provider', [first, second]);
const context = { greeting: 'Hello' };

test('a stored configuration opens the provider that it names', () => {
  expect(registry.open({ provider: 'FIRST', name: 'you' }, context)).toBe('Hello you');
  expect(registry.open({ provider: 'SECOND' }, context)).toBe('Hello');
});

test('names stand in the order of the registry', () => {
  expect(registry.names).toEqual(['FIRST', 'SECOND']);
});

test.each([{ provider: 'THIRD' }, { provider: 'FIRST' }, { provider: 'SECOND', name: 'you' }, undefined])(
  '%j opens nothing',
  (stored) => {
    expect(registry.config.safeParse(stored).success).toBe(false);
    expect(() => registry.open(stored, context)).toThrow(z.ZodError);
  },
);

test('the settings of a registry are those of its providers, read with their defaults', () => {
  const settings = { FOLDER: z.string().default('here') };
  const third = define(
    z.strictObject({ provider: z.literal('THIRD') }),
    (_, { greeting }) => `${greeting} from ${readSettings(settings, { OTHER: 1 }).FOLDER}`,
    settings,
  );
  const extended = createRegistry('provider', [first, third]);
  expect(extended.settings).toEqual(settings);
  expect(extended.open({ provider: 'THIRD' }, context)).toBe('Hello from here');
});
