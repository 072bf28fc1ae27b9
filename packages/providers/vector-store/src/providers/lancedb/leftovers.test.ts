import { expect, test } from '@jest/globals';
import type { Table } from '@lancedb/lancedb';
import { findLeftovers, prepareRewriting } from './remains.ts';

const hourMs = 3_600_000;

/** Returns the leftovers of a table with versions of these ages in minutes, each with that number of deleted rows. */
function leftoversOf(...versions: readonly (readonly [minutes: number, deletedRows?: number])[]) {
  const listVersions = async () =>
    versions.map(([minutes, deletedRows]) => ({
      timestamp: new Date(Date.now() - minutes * 60_000),
      metadata: deletedRows === undefined ? {} : { total_deletion_file_rows: String(deletedRows) },
    }));
  return findLeftovers({ listVersions } as unknown as Table, hourMs);
}

test.each([
  ['were never any', [[90], [80]], false],
  ['were deleted before half of the retention', [[90], [31, 1], [5, 2]], true],
  ['were deleted since', [[90], [29, 1]], false],
  [
    'were deleted before, and are gone since',
    [
      [90, 1],
      [40, 0],
    ],
    false,
  ],
] as const)('deleted rows that %s are to be removed or not', async (_name, versions, hasDeletedRows) => {
  expect(await leftoversOf(...versions)).toMatchObject({ hasDeletedRows });
});

test.each([
  ['one version', [[90]], false],
  ['an old version behind the current one', [[61], [5]], true],
  ['versions that readers may still use', [[59], [5]], false],
  ['no version', [], false],
] as const)(
  'of a table with %s, old versions are to be removed or not',
  async (_name, versions, hasOldVersions) => {
    expect(await leftoversOf(...versions)).toMatchObject({ hasOldVersions });
  },
);

/** Returns the updates that prepare a table of `numFragments` files and these rows. */
async function updatesOf(numFragments: number, ids: readonly string[]): Promise<unknown[]> {
  const updates: unknown[] = [];
  const query = {
    select: () => query,
    limit: (count: number) => ({ toArray: async () => ids.slice(0, count).map((id) => ({ id })) }),
  };
  const table = {
    stats: async () => ({ fragmentStats: { numFragments } }),
    query: () => query,
    async update(order: unknown) {
      await new Promise((resolve) => setImmediate(resolve));
      updates.push(order);
    },
  };
  await prepareRewriting(table as unknown as Table);
  return updates;
}

test('a table of one file has one row written to another, so that a merge writes both anew', async () => {
  expect(await updatesOf(1, ["it's", 'b'])).toEqual([{ where: "id = 'it''s'", valuesSql: { type: 'type' } }]);
  expect([await updatesOf(2, ['a']), await updatesOf(1, [])]).toEqual([[], []]);
});
