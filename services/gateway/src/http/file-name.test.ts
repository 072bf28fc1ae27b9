import { expect, test } from '@jest/globals';
import { fileNameOf } from './file-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\a.txt', 'a.txt'],
  ['a\u0000\u0007\n\u202eb.txt', 'ab.txt'],
  ['..', 'file'],
  ['', 'file'],
  ['\u{1F600}'.repeat(200), '\u{1F600}'.repeat(127)],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
])('%j is kept as %j', (sent, kept) => {
  expect(fileNameOf(sent)).toBe(kept);
});
