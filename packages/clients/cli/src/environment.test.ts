import { expect, test } from '@jest/globals';
import { readEnvironment } from './environment.ts';

test('an empty variable counts as unset', () => {
  const environment = readEnvironment({ DOCFLEET_URL: '', NO_COLOR: '', XDG_CONFIG_HOME: '/config' });
  expect(environment).toMatchObject({
    url: undefined,
    isColorless: false,
    configDirectory: '/config/docfleet',
  });
});

test('run by npm, paths begin where its user is', () => {
  const npm = { npm_lifecycle_event: 'docfleet', INIT_CWD: '/home/user' };
  expect(readEnvironment(npm).workingDirectory).toBe('/home/user');
  // npx and scripts of other projects set it, too, but run programs where they are.
  expect(readEnvironment({ ...npm, npm_lifecycle_event: 'test' }).workingDirectory).toBe(process.cwd());
});
