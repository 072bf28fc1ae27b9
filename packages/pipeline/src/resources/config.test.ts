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
