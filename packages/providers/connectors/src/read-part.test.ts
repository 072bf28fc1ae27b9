import { AppError, type ErrorDetails } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { missingPart, readPart } from './read-part.ts';
import { closedPart, reach, refusedPart } from './refusal.ts';

const refuse = (code: ConstructorParameters<typeof AppError>[0], details: ErrorDetails = {}) =>
  Promise.reject(new AppError(code, 'No', { details }));
const part = { id: '7', name: 'Papers' };

test('a part that is read is its answer', async () => {
  expect(await readPart(part, Promise.resolve([1]))).toEqual({ read: [1] });
  expect(await reach(Promise.resolve([1]))).toEqual({ answer: [1] });
});

test('a part that is gone is neither read nor refused', async () => {
  expect(await readPart(part, refuse('ITEM_NOT_FOUND'))).toEqual({});
});

test.each([
  ['a forbidden one', 'ITEM_FORBIDDEN', {}, 'No'],
  ['one that is not handed out', 'ITEM_UNSUPPORTED', {}, 'No'],
  ['an id of another form', 'PROVIDER_REJECTED', { status: 400 }, 'No'],
  ['an id that is none', 'PROVIDER_REJECTED', { status: 422 }, 'No'],
  ['words that say more', 'ITEM_FORBIDDEN', { reason: 'Locked' }, 'No (Locked)'],
  ['words that say the same', 'ITEM_FORBIDDEN', { reason: 'N' }, 'No'],
] as const)('%s is named among what was skipped', async (_name, code, details, words) => {
  const reason = `${words}: nothing of it was read, and what was read before stays`;
  expect(await readPart(part, refuse(code, details))).toEqual({
    refused: { externalId: 'part:7', name: 'Papers', reason, isRefused: true },
  });
  expect((await readPart({ id: '7' }, refuse(code, details))).refused?.name).toBe('7');
});

test.each([
  ['a wrong setting', 'PROVIDER_REJECTED', { status: 400, setting: 'region' }],
  ['another status', 'PROVIDER_REJECTED', { status: 418 }],
  ['a lost authorization', 'CONNECTION_UNAUTHORIZED', { status: 400 }],
  ['a vendor that is away', 'PROVIDER_UNAVAILABLE', { status: 503 }],
] as const)('%s concerns more than the part', async (_name, code, details) => {
  await expect(readPart(part, refuse(code, details))).rejects.toMatchObject({ code });
  await expect(reach(refuse(code, details))).rejects.toMatchObject({ code });
});

test('what is no refusal of a vendor is thrown', async () => {
  const bug = Object.assign(new Error('bug'), { code: 'ITEM_FORBIDDEN', details: {} });
  await expect(readPart(part, Promise.reject(bug))).rejects.toBe(bug);
  await expect(reach(Promise.reject(bug))).rejects.toBe(bug);
});

test.each([
  ['forbidden', 'ITEM_FORBIDDEN', { reason: 'Locked' }, { isClosed: true, reason: 'Locked' }],
  ['locked', 'PROVIDER_UNAVAILABLE', { status: 423 }, { isClosed: true, reason: 'No' }],
  ['gone', 'ITEM_NOT_FOUND', {}, { isClosed: false, reason: 'No' }],
] as const)('a part that is %s stops nothing else', async (_name, code, details, refused) => {
  expect(await reach(refuse(code, details))).toEqual({ refused });
});

test('a closed part is no item that is missing, and a missing one is', () => {
  const closed = {
    externalId: '7',
    name: 'Papers',
    reason: 'It is closed to the connection at the moment: Locked',
    isRefused: true,
  };
  const missing = {
    externalId: '7',
    name: 'Papers',
    reason: 'It is selected, and is gone or was never shared with the connection',
    isMissing: true,
  };
  expect(refusedPart(part, { isClosed: true, reason: 'Locked' })).toEqual(closed);
  expect(refusedPart(part, { isClosed: false, reason: 'No' })).toEqual(missing);
  expect(missingPart(part)).toEqual(missing);
  const unnamed = [
    closedPart({ id: '7' }, { isClosed: true, reason: '' }),
    missingPart({ id: '7' }),
    refusedPart({ id: '7' }, { isClosed: false, reason: '' }),
  ];
  expect(unnamed.map(({ name }) => name)).toEqual(['7', '7', '7']);
});
