import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { noticePath, noticeText } from './notice.ts';

test('NOTICE names every third-party package that is delivered, with a license that is accepted: npm run notice writes it', () => {
  expect(readFileSync(noticePath, 'utf8')).toBe(noticeText());
});
