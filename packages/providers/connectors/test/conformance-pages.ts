import { describe, expect, test } from '@jest/globals';
import { type ConformingConnector, createOpener, type Open, signal } from './conformance-subject.ts';
import { asEarlierVersion } from './earlier-cursor.fixture.ts';

/** No listing of the suite takes more requests. */
const maxRequests = 200;

/** Tests the contract with the shortest possible pages, and with a request in the middle that fails. */
export function describePages(subject: ConformingConnector, open: Open): void {
  const suffix = subject.hasFiles ? '.txt' : '';
  const openShort = createOpener(subject, 1);

  /** Some items in two folders. */
  async function openItems(opener: Open) {
    const opened = await opener();
    const ids = Array.from({ length: 6 }, (_, number) =>
      opened.fake.put(`/folder ${number % 2}/${number}${suffix}`, `${number}`),
    );
    return { ...opened, ids };
  }

  /** Answers the request of this number, counted from now on, with a status; returns whether there was one. */
  function refuseRequest({ fake }: Awaited<ReturnType<Open>>, number: number, status: number) {
    let asked = 0;
    fake.fault = () => {
      asked += 1;
      return asked === number ? { kind: 'status', status } : undefined;
    };
    return () => asked >= number;
  }

  describe('any connector whose pages hold one item', () => {
    test('finds everything, and what is new, changed and gone after that', async () => {
      const { fake, sync, ids } = await openItems(openShort);
      const first = await sync();
      expect([...first.items.keys()].toSorted()).toEqual(expect.arrayContaining(ids.toSorted()));
      const added = [1, 2, 3].map((number) => fake.put(`/folder 0/added ${number}${suffix}`, 'new'));
      const changed = fake.put(`/folder 1/1${suffix}`, 'changed');
      const gone = ids[2]!;
      fake.remove(gone);
      const second = await sync(first.last.syncCursor);
      expect([...second.items.keys()]).toEqual(expect.arrayContaining([...added, changed]));
      const third = await sync();
      expect(third.items.has(gone)).toBe(false);
      expect([...third.items.keys()]).toEqual(expect.arrayContaining(added));
    });
  });

  const { laterFields } = subject;
  if (laterFields)
    test('a listing that an earlier version began goes on: what that did not write has its default', async () => {
      const { fake, connector, sync, ids } = await openItems(openShort);
      const first = await connector.list(undefined, subject.selection?.(fake), signal);
      const { items } = await sync(asEarlierVersion(first.nextCursor!, laterFields));
      const found = [...first.items.map(({ externalId }) => externalId), ...items.keys()];
      expect(found).toEqual(expect.arrayContaining(ids));
    });

  describe('any connector of which one request goes wrong', () => {
    test.each([
      ['a whole listing', false],
      ['a list of changes', true],
    ])('%s never ends well when any of its requests fails', async (_what, isIncrement) => {
      for (let number = 1; number < maxRequests; number += 1) {
        const opened = await openItems(open);
        const cursor = isIncrement ? (await opened.sync()).last.syncCursor : undefined;
        if (isIncrement) opened.fake.put(`/folder 1/1${suffix}`, 'changed');
        const wasAsked = refuseRequest(opened, number, 500);
        const ended = await opened.sync(cursor).then(
          () => 'ended',
          ({ code }: { readonly code: string }) => code,
        );
        if (!wasAsked()) return;
        expect([number, ended]).toEqual([number, 'PROVIDER_UNAVAILABLE']);
      }
      throw new Error('The listing takes too many requests');
    });

    test.each([403, 404])(
      'what a refusal with %i leaves out of a whole listing is not said to be proven',
      async (status) => {
        for (let number = 1; number < maxRequests; number += 1) {
          const opened = await openItems(open);
          const wasAsked = refuseRequest(opened, number, status);
          const listing = await opened.sync().catch(() => undefined);
          if (!wasAsked()) return;
          const isWhole = !listing || opened.ids.every((id) => listing.items.has(id));
          const proof = listing?.last.proof;
          expect([number, isWhole || proof !== 'STATED']).toEqual([number, true]);
        }
        throw new Error('The listing takes too many requests');
      },
    );
  });
}
