import { expect, test } from '@jest/globals';
import { redisSettings } from './config.ts';

test('QUEUE_SHARDS takes queues that there are', () => {
  expect(redisSettings.QUEUE_SHARDS.parse('embed-document:4, parse-document:2')).toEqual([
    { queue: 'embed-document', count: 4 },
    { queue: 'parse-document', count: 2 },
  ]);
});

test('QUEUE_SHARDS that names a queue that there is not is refused, with the names that there are', () => {
  const { error } = redisSettings.QUEUE_SHARDS.safeParse('embed-documents:4');
  expect(error?.issues).toMatchObject([
    { message: expect.stringContaining('embed-document, clean-document') },
  ]);
});

test.each(['REDIS_URL', 'CACHE_REDIS_URL'] as const)(
  'an option of %s that would be ignored is refused with what to write instead',
  (name) => {
    const { error } = redisSettings[name].safeParse('redis://host?db=2');
    expect(error?.issues).toMatchObject([{ message: expect.stringContaining('redis://host:6379/1') }]);
    expect(redisSettings[name].safeParse('redis://host?family=6').success).toBe(true);
  },
);
