import { expect, test } from '@jest/globals';
import { nearestPath } from './nearest-path.ts';

const paths = [
  ...['/v1/search', '/v1/search/hybrid', '/v1/documents/{documentId}'],
  ...['/v1/ingest/text', '/v1/ingest/urls', '/v1/webhooks'],
];

test.each([
  ['/v1/serach', '/v1/search'],
  ['/search', '/v1/search'],
  ['/V1/search/hybrid', '/v1/search/hybrid'],
  ['/v1/document/0198-abc', '/v1/documents/{documentId}'],
  ['/v1/ingest/urls-list', '/v1/ingest/urls'],
  ['/v1/webhook-endpoints', '/v1/webhooks'],
])('%s means %s', (given, meant) => {
  expect(nearestPath(given, paths)).toBe(meant);
});

test.each([
  '/',
  '/v1/answers/all',
  '/favicon.ico',
  '/wp-admin/setup',
  '/v1/index',
  `/v1/search${'h'.repeat(500)}`,
])('%s means nothing', (given) => {
  expect(nearestPath(given, paths)).toBeUndefined();
});
