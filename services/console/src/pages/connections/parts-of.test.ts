import type { IngestJobRun } from '@docfleet/sdk';
import { expect, test } from '@jest/globals';
import { partsOf } from './parts-of.ts';

const run = (id: string, connectionId: string, externalIds: readonly string[] | null) =>
  ({ id, ingestConfig: { config: { connectionId, externalIds } } }) as unknown as IngestJobRun;

test('of each part of a connection the newest run is shown', () => {
  const runs = [
    run('5', 'mine', ['a']),
    run('4', 'mine', null),
    run('3', 'other', null),
    run('2', 'mine', ['a']),
  ];
  expect(partsOf(runs, 'mine').map(({ id }) => id)).toEqual(['5', '4']);
  expect(partsOf(runs, 'unknown')).toEqual([]);
});
