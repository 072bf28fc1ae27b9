import { expect, test } from '@jest/globals';
import { createStatementNames } from './database.ts';

test('a statement keeps its name, and no two share one', () => {
  const nameOf = createStatementNames();
  const first = nameOf({ sql: 'SELECT 1' });
  expect(first).not.toBe('');
  expect(nameOf({ sql: 'SELECT 2' })).not.toBe(first);
  expect(nameOf({ sql: 'SELECT 1' })).toBe(first);
});

test.each([
  'SELECT * FROM a',
  'SELECT a.* FROM a',
  'UPDATE a SET b = 1 RETURNING *',
  'SELECT a.*, b.c FROM a, b',
])('a statement whose columns a migration may change has no name: %s', (sql) => {
  expect(createStatementNames()({ sql })).toBe('');
});

test('counting and arithmetic are no columns', () => {
  expect(createStatementNames()({ sql: 'SELECT count(*)::int AS n, 2 * 3 FROM a' })).not.toBe('');
});

test('statements that are made up for a request do not fill the server', () => {
  const nameOf = createStatementNames();
  const named = Array.from({ length: 1_000 }, (_, index) => nameOf({ sql: `SELECT ${index}` })).filter(
    Boolean,
  );
  expect(named).toHaveLength(200);
});
