import { expect, test } from '@jest/globals';
import { readFeed, siteKey, siteOf, writeFeed } from './cursor.ts';

test.each([true, false])('a feed is kept with whether it is only watched: %s', (isWatched) => {
  const link = 'https://graph.microsoft.com/v1.0/drives/b!1/root/delta?token=watched ';
  expect(readFeed(writeFeed(link, isWatched))).toEqual({ link, isWatched });
});

test('a site is kept under a key that no drive has', () => {
  expect(siteOf(siteKey('host,1,~site 2'))).toBe('host,1,~site 2');
  expect(siteOf('b!1')).toBeUndefined();
  expect(siteOf('b!~site 1')).toBeUndefined();
});
