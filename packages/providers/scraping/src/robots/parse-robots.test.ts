import { limits } from '@docfleet/runtime/config';
import { expect, test } from '@jest/globals';
import { isAllowedBy, parseRobots } from './parse-robots.ts';

const allows = (text: string, path: string) =>
  isAllowedBy(parseRobots({ text, product: 'docfleet' }).rules, new URL(path, 'https://site.example'));

test.each([
  ['Disallow: /a', '/abc', false],
  ['Disallow: /a$', '/abc', true],
  ['Disallow: /a$', '/a', false],
  ['Disallow: /*.pdf$', '/x/y.pdf', false],
  ['Disallow: /*.pdf$', '/x/y.pdf?z', true],
  ['Disallow: /a*b*c$', '/a1b2c3c', false],
  ['Disallow: /a*bb$', '/ab', true],
  ['Disallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['Disallow: /a\nAllow: /a', '/a', true],
  ['Disallow:', '/a', true],
  ['Disallow: /', '/robots.txt', true],
  ['Disallow: /käse', '/k%c3%a4se', false],
  ['Disallow: /%70rivate/', '/private/x', false],
  ['Disallow: /private/', '/%70r%69vate/x', false],
  ['Disallow: /a%2Fb', '/a/b', true],
  ['Disallow: /~me', '/%7Eme/x', false],
  ['Disallow: /q?x=1', '/q?x=12', false],
  ['disallow : /a # b', '/a', false],
  ['Dissallow: /a', '/a', false],
  ['Disalow: /a', '/a', false],
  ['constructor: /a', '/a', true],
])('%j answers %s with %s', (rules, path, allowed) => {
  expect(allows(`User-agent: *\n${rules}`, path)).toBe(allowed);
});

test('groups of the same product are one, and those of others say nothing', () => {
  const text =
    'User-agent: docfleet/2\nUser-agent: b\nDisallow: /a\n\nUser-agent: *\nDisallow: /\nUser-agent: DocFleet\nDisallow: /c';
  expect(['/a', '/b', '/c'].map((path) => allows(text, path))).toEqual([false, true, false]);
});

test('patterns of a hostile file are compared from left to right: going back at every star would not end', () => {
  const stars = `Disallow: /${'*'.repeat(480 * 1_024)}x$`;
  const hostile = `Disallow: /${'*a'.repeat(900)}*b$`;
  const text = `User-agent: *\n${stars}\n${Array.from({ length: 260 }, () => hostile).join('\n')}`;
  const { rules } = parseRobots({ text, product: 'docfleet' });
  const url = new URL(`https://site.example/${'a'.repeat(limits.addressLength - 30)}`);
  expect(rules).toHaveLength(260);
  expect(isAllowedBy(rules, url)).toBe(true);
});
