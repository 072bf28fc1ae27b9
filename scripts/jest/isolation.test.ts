import { expect, test } from '@jest/globals';

const load = (name: string) => import(new URL(name, import.meta.url).href);

test('test files and fixtures are loaded anew for each file, the product once for all', () => {
  expect(import.meta.url).toMatch(/\?file=\d+$/);
  const pathsOfSupport = [
    '../../packages/core/domain/test/domain.fixture.ts',
    '../../tests/e2e/documents.ts',
  ];
  for (const path of pathsOfSupport) expect(import.meta.resolve(path)).toMatch(/\?file=\d+$/);
  expect(import.meta.resolve('../../packages/platform/errors/src/index.ts')).not.toContain('?');
});

test('what a file does to its environment ends with it', async () => {
  const { default: NativeEnvironment } = await load('native-environment.js');
  process.env['KEPT_BY_TESTS'] = 'before';
  const environment = new NativeEnvironment();
  const { exit } = process;
  process.env['KEPT_BY_TESTS'] = 'changed';
  process.env['ADDED_BY_TESTS'] = 'added';
  process.exit = () => undefined as never;
  await environment.teardown();
  expect(process.exit).toBe(exit);
  expect([process.env['KEPT_BY_TESTS'], process.env['ADDED_BY_TESTS']]).toEqual(['before', undefined]);
  delete process.env['KEPT_BY_TESTS'];
});

test('errors name files as an editor opens them', async () => {
  const { default: NativeEnvironment } = await load('native-environment.js');
  const error = new Error('wrong');
  const url = new URL('isolation.test.ts', import.meta.url);
  error.stack = `Error: wrong\n    at ${url}?file=7:3:5\n    at ${new URL('native-runtime.js', url)}:26:53`;
  new NativeEnvironment().handleTestEvent({ name: 'test_done', test: { errors: [[error, undefined]] } });
  expect(error.stack).toBe(`Error: wrong\n    at ${url.pathname}:3:5`);
});
