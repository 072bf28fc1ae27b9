import { expect, test } from '@jest/globals';
import { csvOf } from './csv.ts';

const numbers = { succeeded: 1, failed: 0, tokens: 1_200, chunks: 3 };

test('a table of use has a line for each day and namespace', () => {
  expect(csvOf([{ day: '2026-11-21', namespaceId: 'handbook', ...numbers }])).toBe(
    'day,namespaceId,succeeded,failed,tokens,chunks\r\n2026-11-21,handbook,1,0,1200,3\r\n',
  );
});

test('a name that looks like a formula is no formula, and one with quotes is one field', () => {
  const nameOf = (namespaceId: string) =>
    csvOf([{ day: '2026-11-21', namespaceId, ...numbers }]).split('\r\n')[1];
  expect(nameOf('-1.2')).toBe("2026-11-21,'-1.2,1,0,1200,3");
  expect(nameOf('a,"b"')).toBe('2026-11-21,"a,""b""",1,0,1200,3');
});
