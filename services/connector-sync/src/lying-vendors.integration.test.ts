import { casesOf, createSeededRandom, testSeed } from '@docfleet/testing';
import { beforeAll, expect, test } from '@jest/globals';
import { authorize, context, namespace, sync } from '../test/connector-sync.fixture.ts';
import { lies } from '../test/lies.fixture.ts';
import { openLying } from '../test/lying-vendor.fixture.ts';
import { issues, vendors } from '../test/vendors.fixture.ts';

// The limits of what is deleted without a confirmation are off: look-ups alone decide.

// Rate limits are off: the deletions do not depend on them, and Notion alone would take minutes.
beforeAll(() => void Object.assign(context.cache, { run: async () => '0' }));

const pageSize = 4;
const random = createSeededRandom(testSeed());
/** All of them in `npm run test:long`, and a dozen by chance in any other run. */
const triedLies = () =>
  lies
    .map((lie) => ({ lie, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, casesOf(lies.length, 12))
    .map(({ lie }) => lie);

const living = async () =>
  (
    await context.database.document.findMany({
      where: { namespaceId: namespace.id, liveKey: { not: null }, activeRevision: { not: null } },
      orderBy: { externalId: 'asc' },
    })
  ).map(({ externalId, contentRevision, activeRevision }) => [externalId, contentRevision, activeRevision]);

test.each(Object.entries({ ...vendors, 'issues of GitHub': issues }))(
  'nothing is deleted or replaced for lists that %s does not answer truly',
  async (_called, vendor) => {
    const { fake, account, connectionId, settings, close, answerWith } = await openLying(vendor, pageSize);
    for (let number = 0; number < 6; number += 1)
      fake.put(`/f/${number}${vendor.hasFiles ? '.txt' : ''}`, `content ${number}`);
    const externalIds = vendor.selection?.(fake);
    const config = { config: { connectionId, ...(externalIds && { externalIds }) } };
    await sync(connectionId, config);
    const before = await living();
    expect(before).toHaveLength(6);
    for (const [name, lie] of triedLies()) {
      answerWith(lie);
      // Another consent: everything is listed.
      await authorize(connectionId, account, settings);
      await sync(connectionId, config).catch((error: { readonly retryable?: boolean }) => {
        if (!error.retryable) throw error;
      });
      expect([name, await living()]).toEqual([name, before]);
    }
    await close();
  },
  240_000,
);
