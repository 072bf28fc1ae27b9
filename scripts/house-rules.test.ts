import { expect, test } from '@jest/globals';
import { findBreaches, findDecisionBreaches, namedPaths } from './house-rules.ts';
import { findRetiredWords } from './retired-words.ts';
import { findSingleImporters } from './single-importers.ts';

test('a file of 300 lines is short enough, one of 301 is not', () => {
  expect(findBreaches('packages/core/a/src/b.ts', '\n'.repeat(300))).toEqual([]);
  expect(findBreaches('packages/core/a/src/b.ts', '\n'.repeat(301))).toEqual([
    expect.stringContaining('301 lines'),
  ]);
});

test('a note at the root is reported', () => {
  expect(findBreaches('00-READ-THIS.txt', '')).toHaveLength(1);
  expect(findBreaches('examples/documents/notes.txt', '')).toEqual([]);
});

test.each(['packages/core/a/src/utils.ts', 'packages/lib/src/b.ts', 'services/a/src/helpers/b.ts'])(
  '%s has a name that says nothing',
  (path) => {
    expect(findBreaches(path, '')).toHaveLength(1);
  },
);

test.each([
  ['packages/core/a/src/b.ts', 1],
  ['packages/platform/runtime/src/config/b.ts', 0],
  ['packages/core/a/src/b.test.ts', 0],
  ['packages/clients/cli/src/environment.ts', 0],
  ['packages/clients/cli/src/main.ts', 1],
  ['scripts/b.ts', 0],
])('%s breaks %i rules when it reads the environment', (path, breaches) => {
  expect(findBreaches(path, 'const { HOME } = process.env;')).toHaveLength(breaches);
});

test('paths that documentation names are found, in code and in links, without placeholders', () => {
  const text =
    'See `packages/core/a/src/b.ts`, [the guide](../services/c/README.md#start) and `services/<noun>/routes` (scripts/d.ts).';
  expect(namedPaths(text)).toEqual(['packages/core/a/src/b.ts', 'services/c/README.md', 'scripts/d.ts']);
});

test.each([
  ['packages/core/a/src/database.ts', 1],
  ['packages/core/a/src/database.fixture.ts', 0],
  ['packages/core/a/test/database.ts', 0],
])('%s breaks %i rules when it registers a hook', (path, breaches) => {
  expect(findBreaches(path, 'beforeAll(async () => undefined);')).toHaveLength(breaches);
});

test.each([
  ['run.listingProgress as Progress', 1],
  ['(row.metadata as unknown as Metadata)', 1],
  ["job['payload'] as { id: string }", 1],
  ['{ data: estimate as unknown as Prisma.InputJsonObject }', 0],
  ['metadata.parse(row.metadata)', 0],
  ["const outcome = 'done' as const;", 0],
])('%s breaks %i rules', (statement, breaches) => {
  expect(findBreaches('packages/core/domain/src/a/b.ts', statement)).toHaveLength(breaches);
  expect(findBreaches('packages/core/domain/src/a/b.test.ts', statement)).toHaveLength(0);
});

test.each([
  ['/** Gives the document back. */', 'Gives'],
  ['const giveUp = () => stop();', 'give'],
  ['if (RETRY_PATIENCE_MS > 0) stop();', 'PATIENCE'],
  ["title: 'Nobody has used this key'", 'Nobody'],
  ['What came of it, and who may read it.', 'who may'],
  ['The former contents are compared.', 'former'],
  ['interface WalkState {}', 'Walk'],
  ['a connection has to be authorised again', 'authorised'],
  ['const organisationOf = 1;', 'organisation'],
  ['/** The licence of a package. */', 'licence'],
  ['the colours of states', 'colours'],
  ['/** Neighbours of a row. */', 'Neighbours'],
])('%s contains a retired word', (line, word) => {
  expect(findRetiredWords('packages/new/src/b.ts', `\n${line}\n`)).toContainEqual(
    expect.stringContaining(`line 2: "${word}" is retired: `),
  );
});

test.each([
  'for (let index = 0; index < given.length; index += 1) {}',
  'the given id, unless no one asked for another format; information',
  'otherwise a precise exercise is advised; the promise rises',
  'present(document); outlet in; recommend; tellurium',
])('%s contains no retired word', (line) => {
  expect(findRetiredWords('packages/new/src/b.ts', line)).toEqual([]);
});

test('texts of others are not searched for retired words', () => {
  expect(findRetiredWords('examples/documents/faq.md', 'somebody')).toEqual([]);
  expect(findRetiredWords('examples/other/faq.ts', 'somebody')).toHaveLength(1);
});

test('decisions are numbered without gaps and begin with their status and date', () => {
  const page = (number: number) => `# ${number}. Title\n\nStatus: accepted. Date: 2026-11-21.\n\nText\n`;
  expect(findDecisionBreaches({ '0001-a.md': page(1), '0002-b.md': page(2) })).toEqual([]);
  expect(findDecisionBreaches({ '0001-a.md': page(1), '0003-b.md': page(3) })).toEqual([
    '0003-b.md should have number 2',
  ]);
  expect(findDecisionBreaches({ '0001-a.md': '# 1. Title\n\nText\n' })).toHaveLength(1);
});

test('an object literal is not spread into another', () => {
  expect(findBreaches('packages/core/a/src/b.ts', 'const row = { ..' + '.{ id }, ...rest };')).toHaveLength(
    1,
  );
  expect(findBreaches('packages/core/a/src/b.ts', 'const row = { id, name, ...rest };')).toEqual([]);
});

test.each([
  ['/** What a queue has. */', 1],
  ['/**\n * Where it lies.\n */', 1],
  ['f(); // What is left', 1],
  ['f(); // The rest', 0],
  ['/** Payload of a queue. */', 0],
  ['const longestName = 3;', 1],
  ['const maxNameLength = 3;', 0],
  ['export const largestPage = 3;', 1],
  ['const { mostRows } = fake;', 1],
  ['let longestMs = 0;', 0],
  ['const most = 3;', 0],
  ['const place = placeOf(row);', 1],
  ['async function inviteSync() {}', 1],
])('code with %j breaks %i rules', (text, count) => {
  expect(findBreaches('packages/core/a/src/b.ts', text)).toHaveLength(count);
  expect(findBreaches('packages/core/a/src/b.test.ts', text)).toHaveLength(count);
});

const short = 'export const a = 1;\n';
const folder = 'packages/core/a/src';
const found = (files: Record<string, string>, exported: string[] = []) =>
  findSingleImporters(new Map(Object.entries(files)), new Set(exported)).map(({ imported }) => imported);

test('a short file that one short file beside it imports belongs into that file', () => {
  const importing = "import { a } from './a.ts';\n";
  const tested = { [`${folder}/a.ts`]: short, [`${folder}/a.test.ts`]: importing };
  expect(found({ ...tested, [`${folder}/b.ts`]: importing })).toEqual([`${folder}/a.ts`]);
  expect(found({ ...tested, [`${folder}/b.ts`]: importing, [`${folder}/c.ts`]: importing })).toEqual([]);
  expect(found({ ...tested, [`${folder}/b.ts`]: importing + '\n'.repeat(260) })).toEqual([]);
  expect(found({ ...tested, [`${folder}/b.ts`]: importing }, [`${folder}/a.ts`])).toEqual([]);
  expect(found({ ...tested, [`${folder}/index.ts`]: "export { a } from './a.ts';\n" })).toEqual([]);
});

test('a file that is loaded later, or started as a process, stays by itself', () => {
  const files = { [`${folder}/a.ts`]: short, [`${folder}/b.ts`]: "import { a } from './a.ts';\n" };
  expect(found({ ...files, [`${folder}/c.ts`]: "const load = () => import('./a.ts');\n" })).toEqual([]);
  expect(
    found({ ...files, [`${folder}/c.ts`]: "new Worker(new URL('./a.ts', import.meta.url));\n" }),
  ).toEqual([]);
});
