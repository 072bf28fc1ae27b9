import { expect, test } from '@jest/globals';
import { createGiveWay, type GiveWay } from './give-way.ts';

/** Begins so many documents of an owner; gives what ends them. */
function begin(giveWay: GiveWay, owner: string, count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const works = Array.from({ length: count }, () => giveWay.atWork(owner, () => promise));
  return async () => {
    resolve();
    await Promise.all(works);
  };
}

/** Whether a pass is through, and the pass. */
function watch(giveWay: GiveWay, owner: string) {
  const state = { through: false };
  const passing = giveWay.pass(owner).then(() => {
    state.through = true;
  });
  return { state, passing };
}

const aMoment = () => new Promise(setImmediate);

test('an owner of many waits until the one with few has ended', async () => {
  const giveWay = createGiveWay();
  begin(giveWay, 'large', 20);
  const endSmall = begin(giveWay, 'small', 1);
  const { state, passing } = watch(giveWay, 'large');
  await aMoment();
  expect(state.through).toBe(false);
  await endSmall();
  await passing;
});

test('the one with few waits for nobody', async () => {
  const giveWay = createGiveWay();
  begin(giveWay, 'large', 20);
  begin(giveWay, 'small', 1);
  const { state } = watch(giveWay, 'small');
  await aMoment();
  expect(state.through).toBe(true);
});

test.each([
  ['alone', []],
  ['beside others with many', ['other']],
])('an owner of many that is %s waits for nobody', async (_name, others) => {
  const giveWay = createGiveWay();
  for (const owner of ['large', ...others]) begin(giveWay, owner, 20);
  const { state } = watch(giveWay, 'large');
  await aMoment();
  expect(state.through).toBe(true);
});

test('an owner of many goes on although somebody with few is always there', async () => {
  const giveWay = createGiveWay();
  begin(giveWay, 'large', 20);
  begin(giveWay, 'small', 1);
  await giveWay.pass('large');
});
