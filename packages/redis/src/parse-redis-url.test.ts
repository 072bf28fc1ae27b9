import { expect, test } from '@jest/globals';
import { parseRedisUrl } from './parse-redis-url.ts';

test.each([
  ['redis://localhost', { kind: 'single', secure: false, nodes: [{ host: 'localhost', port: 6379 }] }],
  ['redis://:a%b:c@h', { nodes: [{ host: 'h', port: 6379 }], password: 'a%b:c' }],
  ['redis://u:a#b@h', { nodes: [{ host: 'h', port: 6379 }], username: 'u', password: 'a#b' }],
  [
    'rediss+cluster://fleet:p%40ss@a:7000,b,[::1]:7002',
    {
      kind: 'cluster',
      secure: true,
      username: 'fleet',
      password: 'p@ss',
      nodes: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 6379 },
        { host: '::1', port: 7002 },
      ],
    },
  ],
  [
    'redis+sentinel://:secret@a,b:26380/2?master=queue&sentinelPassword=other',
    {
      kind: 'sentinel',
      password: 'secret',
      nodes: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 26380 },
      ],
      database: 2,
      master: 'queue',
      sentinelPassword: 'other',
    },
  ],
])('%s is understood', (url, address) => {
  expect(parseRedisUrl(url)).toMatchObject(address);
});

test.each([
  'http://a',
  'redis://:s3cret@h@a',
  'redis://:s3cret/x@a',
  'redis+cluster://:s3cret@',
  'redis+cluster://:s3cret@a/1',
])('%s is refused, without its password', (url) => {
  expect(() => parseRedisUrl(url)).toThrow(/^REDIS_URL ((?!s3cret).)*$/);
});
