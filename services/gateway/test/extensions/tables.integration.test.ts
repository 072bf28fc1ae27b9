import { globSync, readFileSync } from 'node:fs';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { extensions } from '@docfleet/registry';
import { createTestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 1 });
});
afterAll(async () => {
  await database?.$disconnect();
  await testDatabase?.drop();
});

const tables = extensions.flatMap((extension) => extension.tables ?? []);

test('the rows of each table of an extension go with their namespace or organization', async () => {
  const keys = await database.$queryRaw<{ from: string; to: string }[]>`
    SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to"
    FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'`;
  const gone = new Set(['namespaces', 'organizations']);
  for (let before = 0; before < gone.size; ) {
    before = gone.size;
    for (const { from, to } of keys) if (gone.has(to)) gone.add(from);
  }
  expect(tables.filter((table) => !gone.has(table))).toEqual([]);
});

/** Names of Prisma's models by their tables. */
function modelsByTable(): Map<string, string> {
  const schema = globSync('packages/platform/database/prisma/schema/*.prisma')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const models = schema.matchAll(/^model (\w+) \{[\s\S]*?@@map\("(\w+)"\)/gm);
  return new Map([...models].map(([, model = '', table = '']) => [table, model]));
}

test('no code but that of its extension names a table', () => {
  const models = modelsByTable();
  const forms = tables.map((table) => {
    const model = models.get(table) ?? '';
    return `(?:FROM|INTO|UPDATE|JOIN|TABLE)\\s+"?${table}\\b|\\b(?:database|session)\\.${model[0]?.toLowerCase()}${model.slice(1)}\\b`;
  });
  const naming = new RegExp(forms.join('|'));
  const files = globSync(['packages/*/*/src/**/*.ts', 'services/*/src/**/*.ts'], {
    exclude: ['**/node_modules/**', '**/generated/**', '**/*.test.ts', 'packages/extensions/**'],
  });
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((file) => naming.test(readFileSync(file, 'utf8')))).toEqual([]);
  const own = globSync('packages/extensions/*/src/**/*.ts');
  expect(own.some((file) => naming.test(readFileSync(file, 'utf8')))).toBe(true);
});
