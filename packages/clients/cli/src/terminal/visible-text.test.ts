import { expect, test } from '@jest/globals';
import { visibleJson, visibleLine, visibleLines } from './table.ts';

const hostile = [
  ['\u001b[2Jgone', '\\u001b[2Jgone'],
  ['\u009b31mred', '\\u009b31mred'],
  ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
  ['invoice\u202efdp.exe', 'invoice\\u202efdp.exe'],
  ['half \ud800', 'half \\ud800'],
  ['rm\u007f\u0000', 'rm\\u007f\\u0000'],
  ['a\u{e0041}b', 'a\\ue0041b'],
] as const;

test.each(hostile)('%j is shown as text', (text, shown) => {
  expect(visibleLine(text)).toBe(shown);
  expect(visibleLines(text)).toBe(shown);
});

test('a name with breaks stays on one line, and a text keeps its own', () => {
  expect(visibleLine('one\r\ntwo\tthree')).toBe('one two three');
  expect(visibleLines('one\r\ntwo\tthree')).toBe('one\ntwo    three');
});

test('ordinary text of any script is left as it is', () => {
  for (const text of ['Käse', 'שלום', '日本語', '👩‍👩‍👧'.replaceAll('\u200d', '')])
    expect(visibleLine(text)).toBe(text);
});

test.each(hostile)('JSON with %j means the same, and nothing in it moves a terminal', (text, _shown) => {
  const json = visibleJson({ text });
  expect(JSON.parse(json)).toEqual({ text });
  expect(json).toMatch(/^[\x20-\x7e]+$/);
});
