import type { IngestJobRun } from '@docfleet/sdk';
import { expect, test } from '@jest/globals';
import { groupRuns } from './group-runs.ts';

const start = Date.parse('2026-03-01T12:00:00Z');

interface Given {
  readonly name?: string;
  readonly second: number;
  readonly source?: string;
  readonly tenantId?: string | null;
}

const run = ({ name, second, source = 'LOCAL_FILE', tenantId = null }: Given) =>
  ({
    id: `${source} ${name} ${second}`,
    tenantId,
    ingestConfig: { source, config: { name } },
    createdAt: { isoString: new Date(start + second * 1_000).toISOString() },
  }) as unknown as IngestJobRun;

/** Files of a folder, a second apart, the newest first. */
const folder = (name: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) =>
    run({ name: `${name}/${index}.txt`, second: from + count - index }),
  );

const shapeOf = (runs: readonly IngestJobRun[]) =>
  groupRuns(runs).map((group) => `${group.folder}:${group.runs.length}`);

test('the files of a folder are one group, and those of the next another', () => {
  expect(shapeOf([...folder('b', 300, 400), ...folder('a', 5)])).toEqual(['b:300', 'a:5']);
});

test('files without a folder are together as well', () => {
  const files = [5, 4, 3, 2, 1].map((second) => run({ name: `${second}.txt`, second }));
  expect(shapeOf(files)).toEqual([':5']);
});

test('a few files are shown one by one', () => {
  expect(shapeOf(folder('a', 4))).toEqual([':1', ':1', ':1', ':1']);
});

test('another source, another tenant and a long pause end a group', () => {
  const files = folder('a', 10);
  const apart = [
    [...files.slice(0, 5), run({ name: 'a/text', second: 5, source: 'TEXT' }), ...files.slice(5)],
    [...folder('a', 5, 10).map((one) => ({ ...one, tenantId: 't' })), ...files.slice(5)],
    [...folder('a', 5, 200), ...files.slice(5)],
  ];
  expect(apart.map(shapeOf)).toEqual([
    ['a:5', ':1', 'a:5'],
    ['a:5', 'a:5'],
    ['a:5', 'a:5'],
  ]);
});

test('what has no name of its own is in no group', () => {
  const texts = [3, 2, 1].map((second) => run({ second, source: 'TEXT' }));
  expect(shapeOf(texts)).toEqual([':1', ':1', ':1']);
});
