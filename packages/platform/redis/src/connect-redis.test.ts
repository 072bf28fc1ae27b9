import { expect, test } from '@jest/globals';
import { parseRedisUrl } from './connect-redis.ts';

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
  ['redis://cache.internal?family=6', { nodes: [{ host: 'cache.internal', port: 6379 }], family: 6 }],
  ['redis+cluster://a,b?family=4', { kind: 'cluster', family: 4 }],
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
  expect(() => parseRedisUrl(url)).toThrow(/^((?!s3cret).)*$/);
});

test.each([
  ['redis://h?db=2', /option db, .*redis:\/\/host:6379\/1/],
  ['redis://h?password=s3cret', /option password, .*before the host/],
  ['redis://h?tls=true', /option tls, .*rediss:\/\//],
  ['rediss://h?ssl_cert_reqs=none', /NODE_EXTRA_CA_CERTS/],
  ['redis://h?master=queue', /option master, .*redis\+sentinel:\/\//],
  ['redis://h?retries=3', /option retries, .*remove it/],
  ['redis://h?family=ipv6', /family that is none of 4, 6/],
])('an option that would be ignored is refused with what to write instead: %s', (url, said) => {
  expect(() => parseRedisUrl(url)).toThrow(said);
  expect(() => parseRedisUrl(url)).not.toThrow('s3cret');
});
