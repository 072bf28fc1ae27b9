import { type BoxFake, startBoxFake } from '@docfleet/testing';
import { afterEach, beforeEach } from '@jest/globals';
import { connect } from './connector-sync.fixture.ts';

/** A vendor for each test, whose pages hold two items, and a connection with it, for the test file that imports this. */
export let box: BoxFake;
export let connectionId: string;
beforeEach(async () => {
  box = await startBoxFake({ pageSize: 2 });
  connectionId = await connect('BOX', box, `${box.url}/2.0`);
});
afterEach(() => box.close());

/** Adds `count` files to the vendor. */
export function putMany(count: number): void {
  for (let number = 0; number < count; number += 1) box.put(`/f/${number}.txt`, `content ${number}`);
}
