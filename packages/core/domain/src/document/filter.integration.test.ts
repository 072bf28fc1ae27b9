import { instantOf, type MetadataCondition } from '@docfleet/metadata-filter';
import { createSeededRandom } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { accept, database, namespace } from '../../test/domain.fixture.ts';
import { listDocuments } from './index.ts';

const seed = Number(process.env['FILTER_SEED'] ?? Date.now() % 1_000_000);
const random = createSeededRandom(seed);
const anyOf = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

const scalars = ['a', 'b', "it's", '', '1', 1, 1.5, -2, true, false] as const;
const scalar = () => anyOf(scalars);
const several = (count: number) => Array.from({ length: count }, scalar);
/** Undefined: the field is missing. */
const value = () => anyOf([undefined, scalar(), scalar(), several(3), []]);
const documents = 40;

/** Evaluates a condition in memory: it holds when the field has the value, or is an array that contains it. */
function holds({ field, operator, value: wanted }: MetadataCondition, metadata: Record<string, unknown>) {
  const own = metadata[field];
  const isAny = (values: readonly unknown[]) =>
    Array.isArray(own) ? own.some((one) => values.includes(one)) : values.includes(own);
  switch (operator) {
    case '$eq':
      return isAny([wanted]);
    case '$ne':
      return !isAny([wanted]);
    case '$in':
      return isAny(wanted);
    case '$nin':
      return !isAny(wanted);
    case '$exists':
      return (own !== undefined) === wanted;
    case '$gte':
      return typeof own === 'number' && own >= wanted;
    default:
      throw new Error(operator);
  }
}

const list = () => several(anyOf([0, 1, 2, 8, 9, 20]));
const condition = (): MetadataCondition => {
  const field = anyOf(['x', 'y', 'missing']);
  return anyOf<() => MetadataCondition>([
    () => ({ field, operator: '$eq', value: scalar() }),
    () => ({ field, operator: '$ne', value: scalar() }),
    () => ({ field, operator: '$in', value: list() }),
    () => ({ field, operator: '$nin', value: list() }),
    () => ({ field, operator: '$exists', value: anyOf([true, false]) }),
    () => ({ field, operator: '$gte', value: 1 }),
  ])();
};

test(`a metadata filter finds what it says, however many values it lists (FILTER_SEED=${seed})`, async () => {
  const made = new Map<string, Record<string, unknown>>();
  for (let index = 0; index < documents; index += 1) {
    const fields = Object.entries({ x: value(), y: value() }).filter(([, one]) => one !== undefined);
    const metadata = Object.fromEntries(fields);
    made.set(await accept({ externalId: String(index), metadata }), metadata);
  }
  for (let round = 0; round < 150; round += 1) {
    const metadata = Array.from({ length: anyOf([1, 1, 2, 3]) }, condition);
    const filter = { namespaceId: namespace.id, tenantId: undefined, metadata };
    const found = await listDocuments(database, filter, { size: documents });
    const expected = [...made]
      .filter(([, own]) => metadata.every((one) => holds(one, own)))
      .map(([id]) => id);
    expect([metadata, found.map(({ id }) => id).toSorted()]).toEqual([metadata, expected.toSorted()]);
  }
}, 120_000);

test('a thousand values are one parameter, and forty thousand would be', async () => {
  const documentId = await accept({ externalId: 'one', metadata: { team: 'value 39999' } });
  const values = Array.from({ length: 40_000 }, (_, index) => `value ${index}`);
  const filter = { namespaceId: namespace.id, tenantId: undefined };
  const list = (operator: '$in' | '$nin') =>
    listDocuments(
      database,
      { ...filter, metadata: [{ field: 'team', operator, value: values }] },
      { size: 10 },
    );
  expect((await list('$in')).map(({ id }) => id)).toEqual([documentId]);
  expect(await list('$nin')).toEqual([]);
});

const dates = {
  'a day': '2026-01-31',
  'the same moment elsewhere': '2026-01-31T05:30:00+05:30',
  'a second later': '2026-01-31T00:00:01Z',
  'without an offset': '2026-01-30T23:59',
  'a space for T': '2026-01-30 12:00:00.250Z',
  'a leap second': '2016-12-31T23:59:60Z',
  'no such day': '2026-02-30',
  'the last of February': '2028-02-29',
  'no date': 'January 31',
  'a number': 2026,
  'a list': ['2026-01-31'],
};

test('dates are compared as moments, as a vector store does it, and nothing else is', async () => {
  const ids = new Map<string, string>();
  for (const [name, due] of Object.entries(dates))
    ids.set(await accept({ externalId: `due ${name}`, metadata: { due } }), name);
  for (const text of [
    '2026-01-31',
    '2026-01-30T23:59:00Z',
    '2026-01-30T12:00:00.250Z',
    '2026-01-31T00:00:01Z',
    '2016-12-31T23:59:60Z',
  ])
    for (const operator of ['$gt', '$gte', '$lt', '$lte'] as const) {
      const value = instantOf(text) ?? 0;
      const metadata = [{ field: 'due', operator, value, isInstant: true }] as const;
      const filter = { namespaceId: namespace.id, tenantId: undefined, metadata };
      const found = await listDocuments(database, filter, { size: 50 });
      const holdsFor = (due: unknown) => {
        const own = typeof due === 'string' ? instantOf(due) : undefined;
        if (own === undefined) return false;
        if (own === value) return operator.endsWith('e');
        return own > value === operator.startsWith('$g');
      };
      const expected = Object.entries(dates).flatMap(([name, due]) => (holdsFor(due) ? [name] : []));
      const names = found.flatMap(({ id }) => ids.get(id) ?? []);
      expect([text, operator, names.toSorted()]).toEqual([text, operator, expected.toSorted()]);
    }
});
