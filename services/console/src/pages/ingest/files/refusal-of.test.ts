import { expect, test } from '@jest/globals';
import { refusalOf } from './refusal-of.ts';

const file = new File(['Lentil stew.'], 'menu.txt');
const limits = { maxBytes: 1_000, replaces: false };

test('a path that is too long to be an external id is refused where files replace documents by their path', () => {
  const path = `clients/${'folder/'.repeat(80)}menu.txt`;
  expect(refusalOf({ path, file }, { ...limits, replaces: true })).toContain('more than 512 characters');
  expect(refusalOf({ path, file }, limits)).toBeUndefined();
  expect(refusalOf({ path, file }, { ...limits, replaces: true, externalId: 'menu' })).toBeUndefined();
});

test('a file that the browser cannot read is refused with the reason', () => {
  expect(refusalOf({ path: 'menu.txt', file, unreadable: 'It is locked' }, limits)).toBe('It is locked');
});
