import { startBoxFake } from '@docfleet/testing';
import { openBox } from '../src/providers/box/index.ts';
import { connectorsOnFakes } from './connector-on-fake.fixture.ts';
import { listAll } from './list-all.fixture.ts';

export const boxEndpoints = (url: string) => ({ api: `${url}/2.0` });

/** Lets a test start fake accounts of Box with a connection each, and closes them behind it. */
export function boxAccounts() {
  const openOn = connectorsOnFakes(openBox, boxEndpoints);
  return async () => {
    const box = await startBoxFake();
    const connector = openOn(box, () => box.token);
    return {
      box,
      connector,
      listAll: (cursor?: string, selection?: readonly string[]) => listAll(connector, cursor, selection),
    };
  };
}
