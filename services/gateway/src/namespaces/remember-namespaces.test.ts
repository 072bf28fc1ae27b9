import type { Namespace } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { rememberNamespaces } from './remember-namespaces.ts';

/** Namespaces whose id is changed by the test, and how often they were looked up. */
function lookups() {
  const state = { id: 'first', asked: 0, time: 0 };
  const useNamespace = rememberNamespaces(
    async () => {
      state.asked += 1;
      return { id: state.id } as Namespace;
    },
    () => state.time,
  );
  return { state, useNamespace };
}

const idOf = async ({ id }: Namespace) => id;
const gone = new AppError('NAMESPACE_NOT_FOUND', 'gone');

test('within a second the database is asked once, afterwards again', async () => {
  const { state, useNamespace } = lookups();
  await useNamespace('o', 'docs', idOf);
  await useNamespace('o', 'docs', idOf);
  expect(state.asked).toBe(1);
  state.time = 1_001;
  await useNamespace('o', 'docs', idOf);
  expect(state.asked).toBe(2);
});

test('a namespace that was deleted and made anew meanwhile is found', async () => {
  const { state, useNamespace } = lookups();
  await useNamespace('o', 'docs', idOf);
  state.id = 'second';
  const used = useNamespace('o', 'docs', async ({ id }) => (id === 'first' ? Promise.reject(gone) : id));
  expect(await used).toBe('second');
});

test('one that is gone is asked for once more, not for ever', async () => {
  const { state, useNamespace } = lookups();
  await useNamespace('o', 'docs', idOf);
  await expect(useNamespace('o', 'docs', () => Promise.reject(gone))).rejects.toBe(gone);
  expect(state.asked).toBe(2);
});

test('organizations do not share names', async () => {
  const { state, useNamespace } = lookups();
  await useNamespace('a', 'docs', idOf);
  await useNamespace('b', 'docs', idOf);
  expect(state.asked).toBe(2);
});
