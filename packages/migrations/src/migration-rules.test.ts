import { expect, test } from '@jest/globals';
import { findBreaches } from './migration-rules.ts';
import { readMigrations } from './read-migrations.ts';

test('every migration after the first leaves the fleet at work', () => {
  const [, ...migrations] = readMigrations();
  expect(migrations.length).toBeGreaterThan(10);
  const breaches = migrations.flatMap(({ name, sql }) =>
    findBreaches(sql).map(({ rule, statement }) => `${name}: ${rule}: ${statement}`),
  );
  expect(breaches).toEqual([]);
});

test.each([
  ['CREATE INDEX "documents_name_idx" ON "documents"("name");', 'built CONCURRENTLY'],
  ['CREATE UNIQUE INDEX i ON documents (name)', 'built CONCURRENTLY'],
  ['CREATE INDEX CONCURRENTLY i ON documents (a); CREATE TABLE b (id int)', 'alone in its migration'],
  ['ALTER TABLE "documents" ADD COLUMN "a" TEXT NOT NULL', 'nullable or with a constant default'],
  ['ALTER TABLE documents ADD COLUMN a int, ADD COLUMN b uuid DEFAULT gen_random_uuid()', 'constant default'],
  ['ALTER TABLE documents ALTER COLUMN a SET DATA TYPE bigint', 'not retyped'],
  ['ALTER TABLE documents ALTER COLUMN a SET NOT NULL', 'NOT NULL is demanded only'],
  ['ALTER TABLE documents ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES b(id)', 'added NOT VALID'],
  ['ALTER TABLE documents RENAME COLUMN a TO b', 'nothing is renamed'],
  ['ALTER TABLE documents DROP COLUMN a', 'unused before'],
  ['DROP TABLE chunks', 'unused before'],
  ['DROP INDEX documents_name_idx', 'dropped CONCURRENTLY'],
  ["UPDATE documents SET a = '1;2'", 'in batches'],
  ['LOCK TABLE documents', 'locks a whole table'],
  ['BEGIN; SELECT 1; COMMIT', 'by hand'],
  ['ALTER TABLE documents ADD a int; ALTER TABLE "chunks" ADD a int', 'one table is locked'],
  ['ALTER TABLE a ADD b int; CREATE TRIGGER t AFTER INSERT ON c EXECUTE FUNCTION f()', 'one table is locked'],
])('%s is refused', (sql, rule) => {
  expect(findBreaches(sql).map((breach) => breach.rule)).toContainEqual(expect.stringContaining(rule));
});

test.each([
  'CREATE TABLE "a" ("id" UUID NOT NULL); CREATE INDEX "a_idx" ON "a"("id"); ALTER TABLE "a" ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES b(id);',
  'ALTER TABLE documents ADD COLUMN a TEXT, ADD COLUMN b INTEGER NOT NULL DEFAULT 1',
  'CREATE INDEX CONCURRENTLY i ON documents (name);',
  'DROP INDEX CONCURRENTLY IF EXISTS i;',
  'ALTER TABLE documents ADD CONSTRAINT c CHECK (a IS NOT NULL) NOT VALID',
  'ALTER TABLE documents VALIDATE CONSTRAINT c',
  '-- held by: c\nALTER TABLE documents ALTER COLUMN a SET NOT NULL',
  '-- contract: unused since 1.4\nALTER TABLE documents DROP COLUMN a',
  'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE documents SET a = 1; RETURN NULL; END $$;',
])('%s is let through', (sql) => {
  expect(findBreaches(sql)).toEqual([]);
});
